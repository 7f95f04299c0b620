import { formatInstant } from "#kernel/time.ts";
import type { AccountAnswer } from "#platform/card-checkout/card-answers.ts";
import { webhookPath } from "#platform/card-checkout/provider-words.ts";
import { type OutsideView, outsideView } from "#platform/network/outside-view.server.ts";
import { readLegalText } from "#ticketing/content/legal-text.ts";
import { isSellerKnown, sellerLine } from "#ticketing/content/seller.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import type { MailVerdict } from "#ticketing/letters/test-email-result.ts";
import { durations } from "#ticketing/limits.ts";
import { isBackupFresh } from "./backup-queries.server.ts";
import { readSaleFacts, type SaleFacts } from "./sale-facts-queries.server.ts";

/** `unknown`: it cannot be found out from here. `why` chooses the sentence, `about` is a value in it. */
export type Finding = {
  readonly state: "green" | "red" | "unknown";
  readonly why: SaleReason;
  readonly about: string;
};

export type SaleReason =
  | `account_${"fine" | "test" | "closed" | "refused" | "hidden" | "silent"}`
  | `notices_${"seen" | "none" | "other_mode"}`
  | `letters_${"off" | "paused" | "untried" | "accepted"}`
  | `letters_${Exclude<MailVerdict, "ok">}`
  | `${"spf" | "dmarc"}_${"there" | "missing"}`
  | "spf_twice"
  | `dkim_${"there" | "unknown"}`
  | `address_${"fine" | "plain" | "ends" | "elsewhere" | "unsafe" | "silent"}`
  | `clock_${"right" | "wrong" | "unknown"}`
  | `backup_${"fresh" | "old" | "none" | "failed"}`
  | `${"seller" | "terms" | "privacy" | "vat"}_${"there" | "missing"}`
  | `sender_${"missing" | "silent"}`;

/** The facts for the checks. `verdict`, the result of a test email, is null when none was asked for. */
type CheckInput = {
  readonly facts: SaleFacts;
  readonly account: AccountAnswer;
  readonly verdict: MailVerdict | null;
  readonly outside: OutsideView;
  readonly origin: string;
  readonly now: Date;
  /** How many seconds each clock is ahead of ours. */
  readonly clocks: { readonly database: number; readonly provider: number | null };
};

const finding = (state: Finding["state"], why: SaleReason, about = ""): Finding => ({ state, why, about });
const green = (why: SaleReason, about?: string) => finding("green", why, about);
const red = (why: SaleReason, about?: string) => finding("red", why, about);
const unknown = (why: SaleReason, about?: string) => finding("unknown", why, about);

/** The DKIM selectors under which mail services usually publish their keys. */
const usualSelectors = "default dkim google k1 k2 k3 mail mx s1 s2 selector1 selector2 smtp".split(" ");
/** Error codes of a failed network; any other code is the fault of the address. */
const noNetwork = new Set(["EAI_AGAIN", "ENETUNREACH", "ABORT_ERR", "ETIMEDOUT"]);
const mostSecondsApart = 5;

const senderDomain = ({ facts }: CheckInput) => facts.sender?.split("@")[1];

/** Everything that a club needs before it can sell; one function checks each. */
export const saleChecks = {
  account: ({ account }) =>
    account.kind !== "known"
      ? account.kind === "refused"
        ? red("account_refused")
        : unknown(`account_${account.kind}`)
      : !account.livemode
        ? red("account_test")
        : account.takesCharges
          ? green("account_fine")
          : red("account_closed"),
  notices: ({ facts: { noticeAt, hasOtherNotices }, origin }) =>
    noticeAt
      ? green("notices_seen", formatInstant(noticeAt))
      : red(hasOtherNotices ? "notices_other_mode" : "notices_none", origin + webhookPath),
  letters: ({ facts, verdict }) =>
    verdict !== null
      ? verdict === "ok"
        ? green("letters_accepted")
        : red(`letters_${verdict}`)
      : !facts.lettersOn
        ? red("letters_off")
        : facts.isMailPaused
          ? red("letters_paused")
          : facts.hasSent
            ? green("letters_accepted")
            : unknown("letters_untried"),
  async spf(input) {
    const domain = senderDomain(input);
    if (!domain) return red("sender_missing");
    const records = (await input.outside.textsOf(domain))?.filter((text) => /^v=spf1(?: |$)/i.test(text));
    if (!records) return unknown("sender_silent");
    if (records.length > 1) return red("spf_twice", domain);
    return records.length === 1 ? green("spf_there", domain) : red("spf_missing", domain);
  },
  async dkim(input) {
    const domain = senderDomain(input);
    if (!domain) return red("sender_missing");
    const keys = await Promise.all(
      usualSelectors.map((selector) => input.outside.textsOf(`${selector}._domainkey.${domain}`)),
    );
    if (keys.every((key) => key === null)) return unknown("sender_silent");
    const at = keys.findIndex((key) => key?.some((text) => /(?:^|;)\s*p=[^;\s]/.test(text)));
    return at >= 0 ? green("dkim_there", usualSelectors[at]) : unknown("dkim_unknown", domain);
  },
  async dmarc(input) {
    const domain = senderDomain(input);
    if (!domain) return red("sender_missing");
    // a record of a parent domain counts too, down to two parts
    const parts = domain.split(".");
    const names = parts.slice(0, Math.max(1, parts.length - 1)).map((_, at) => parts.slice(at).join("."));
    const answers = await Promise.all(names.map((name) => input.outside.textsOf(`_dmarc.${name}`)));
    if (answers.some((texts) => texts?.some((text) => /^v=DMARC1\b/i.test(text))))
      return green("dmarc_there");
    return answers.includes(null) ? unknown("sender_silent") : red("dmarc_missing", domain);
  },
  async address({ outside, origin, now }) {
    if (!origin.startsWith("https://")) return red("address_plain", origin);
    const answer = await outside.site(origin);
    if (answer.kind === "failed")
      return noNetwork.has(answer.code)
        ? unknown("address_silent", origin)
        : red("address_unsafe", answer.code);
    if (!answer.isWell) return red("address_elsewhere", String(answer.status));
    const isEnding = answer.certificateEnds.getTime() < now.getTime() + durations.certificateWarning * 1000;
    return (isEnding ? red : green)(
      isEnding ? "address_ends" : "address_fine",
      formatInstant(answer.certificateEnds),
    );
  },
  clock({ clocks: { database, provider } }) {
    const secondsApart = [database, provider ?? 0].find((seconds) => Math.abs(seconds) > mostSecondsApart);
    if (secondsApart !== undefined) return red("clock_wrong", String(Math.round(Math.abs(secondsApart))));
    return provider === null ? unknown("clock_unknown") : green("clock_right");
  },
  backup: ({ facts: { backupAt, backupFailure }, now }) =>
    backupFailure !== null
      ? red("backup_failed", backupFailure)
      : backupAt === null
        ? red("backup_none")
        : (isBackupFresh(backupAt, now) ? green : red)(
            isBackupFresh(backupAt, now) ? "backup_fresh" : "backup_old",
            formatInstant(backupAt),
          ),
  seller({ facts }) {
    const club = withDefaults({ ...defaultClub }, facts.club);
    return isSellerKnown(club) ? green("seller_there", sellerLine(club)) : red("seller_missing");
  },
  terms: ({ facts }) =>
    readLegalText("terms", facts.terms).sections.length > 0 ? green("terms_there") : red("terms_missing"),
  privacy: ({ facts: { privacy } }) =>
    readLegalText("privacy", privacy).sections.length > 0 ? green("privacy_there") : red("privacy_missing"),
  vat: ({ facts: { vatRate } }) =>
    vatRate === null ? red("vat_missing") : green("vat_there", String(vatRate / 100).replace(".", ",")),
} satisfies Record<string, (input: CheckInput) => Finding | Promise<Finding>>;

export type SaleCheck = keyof typeof saleChecks;
export type CheckedSale = readonly (Finding & { readonly check: SaleCheck })[];

/** Runs every check. `letter`: sends a test email to the administrator, if asked for. Nothing else is changed. */
export async function checkSale(
  services: MailServices,
  {
    letter,
    outside = outsideView,
  }: { letter?: () => Promise<MailVerdict | null>; outside?: OutsideView } = {},
): Promise<CheckedSale> {
  const verdict = (await letter?.()) ?? null;
  const account = await services.cards.readAccount();
  const askedAt = services.now().getTime();
  const facts = await services.database.withDuty("settle", (sql) =>
    readSaleFacts(sql, services.mailDefaults),
  );
  const now = services.now();
  const clocks = {
    database: (facts.now.getTime() - (askedAt + now.getTime()) / 2) / 1000,
    provider: services.cards.clockSkewSeconds(),
  };
  const input: CheckInput = { facts, account, verdict, outside, origin: services.origin, now, clocks };
  return Promise.all(
    Object.entries<(input: CheckInput) => Finding | Promise<Finding>>(saleChecks).map(
      async ([check, run]) => ({
        check: check as SaleCheck,
        ...(await run(input)),
      }),
    ),
  );
}
