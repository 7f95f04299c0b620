import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import type { AccountAnswer } from "#platform/card-checkout/card-answers.ts";
import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import { type OutsideView, outsideView, type SiteAnswer } from "#platform/network/outside-view.server.ts";
import { testKeys } from "#test/support/provider-in-test.ts";
import { selfSigned } from "#test/support/self-signed.ts";
import { signedNotice } from "#test/support/signed-notices.ts";
import { openStage } from "#test/support/stage.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import { receiveNotice } from "#ticketing/orders/payment/receive-notice.server.ts";
import { checkSale, type SaleReason } from "./sale-checks.server.ts";

const { db, site, season } = await openStage();
const services = { ...site, mailDefaults: null, origin: "https://club.example" } as unknown as MailServices;
const dns: Record<string, string[] | null> = {
  "club.example": ["google-site-verification=x", "v=spf1 include:mail.example -all"],
  "s1._domainkey.club.example": ["v=DKIM1; k=rsa; p=MIGf"],
  "_dmarc.club.example": ["v=DMARC1; p=none"],
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const well: SiteAnswer = { kind: "answered", isWell: true, status: 200, certificateEnds: inDays(60) };
const view = (site: SiteAnswer, names = dns): OutsideView => ({
  textsOf: async (name) => (name in names ? (names[name] ?? null) : []),
  site: async () => site,
});
const live: AccountAnswer = { kind: "known", takesCharges: true, livemode: true };
const withAccount = (account: AccountAnswer, skew: number | null = 0) => ({
  ...services,
  cards: { ...services.cards, readAccount: async () => account, clockSkewSeconds: () => skew },
});
const reasons = async (
  about = services,
  options: Parameters<typeof checkSale>[1] = { outside: view(well) },
) => (await checkSale(about, options)).map(({ state, why }) => `${state} ${why}`);

it("a new club is told everything that it lacks, and nothing of it is called unknown", async () => {
  expect(await reasons()).toEqual([
    "red account_test",
    "red notices_none",
    "red letters_off",
    "red sender_missing",
    "red sender_missing",
    "red sender_missing",
    "green address_fine",
    "green clock_right",
    "red backup_none",
    "red seller_missing",
    "red terms_missing",
    "red privacy_missing",
    "red vat_missing",
  ]);
});

it("webhook events of the other mode do not prove that ours arrive", async () => {
  const object = { id: "ch_1", object: "charge" };
  const livemode = !site.settings.livemode;
  await receiveNotice(site, signedNotice({ id: "evt_other", type: "charge.updated", livemode, object }));
  expect(await reasons()).toContain("red notices_other_mode");
});

it("a club that has everything is green in every line", async () => {
  const admin = (await season.person("admin")).userId;
  await db`INSERT INTO payment_notices (event_id, type, sent_at, body) VALUES ('evt_1', 'charge.updated', now(), '')`;
  await db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name, enabled, updated_at)
    VALUES (${newId()}, 'smtp.club.example', 'club', 'v1.x', 'bilete@club.example', 'Club', true, now() - interval '1 day')`;
  await db`INSERT INTO backups (taken_at, bytes, seconds) VALUES (now() - interval '25 hours', 1, 1)`;
  await db`INSERT INTO vat_rates (valid_from, rate, set_by) VALUES ('2026-01-01', 0, ${admin})`;
  const seller = { company: "Far SRL", company_code: "RO12345674", register_no: "J13/1/2020", seat: "Plaja" };
  const terms = { title: "Termeni", sections: [{ id: "a", title: "A", paragraphs: ["b"] }] };
  for (const [key, content] of Object.entries({ club: seller, terms, privacy: terms }))
    await db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, ${key}, ${JSON.stringify(content)}::jsonb)
      ON CONFLICT (key) DO UPDATE SET content = excluded.content`;
  expect(await reasons(withAccount(live))).toContain("unknown letters_untried");
  const found = await reasons(withAccount(live), { outside: view(well), letter: async () => "ok" });
  expect(found.filter((one) => !one.startsWith("green"))).toEqual([]);
  expect(found).toHaveLength(13);
});

it.each<[SaleReason, "red" | "unknown", AccountAnswer, number | null]>([
  ["account_closed", "red", { ...live, takesCharges: false }, 0],
  ["account_test", "red", { ...live, livemode: false }, 0],
  ["account_refused", "red", { kind: "refused" }, 0],
  ["account_hidden", "unknown", { kind: "hidden", message: "" }, 0],
  ["account_silent", "unknown", { kind: "silent", message: "" }, 0],
  ["clock_wrong", "red", live, -90],
  ["clock_unknown", "unknown", live, null],
])("the provider's answer is never taken for more than it says: %s", async (why, state, account, skew) => {
  expect(await reasons(withAccount(account, skew))).toContain(`${state} ${why}`);
});

it.each<[SaleReason, "red" | "unknown", SiteAnswer, typeof dns]>([
  ["spf_missing", "red", well, { ...dns, "club.example": ["v=spf10"] }],
  ["spf_twice", "red", well, { ...dns, "club.example": ["v=spf1 -all", "v=spf1 ~all"] }],
  ["dkim_unknown", "unknown", well, { ...dns, "s1._domainkey.club.example": ["v=DKIM1; p="] }],
  ["dmarc_missing", "red", well, { ...dns, "_dmarc.club.example": [] }],
  ["sender_silent", "unknown", well, { ...dns, "club.example": null, "_dmarc.club.example": null }],
  ["address_ends", "red", { ...well, certificateEnds: inDays(13) }, dns],
  ["address_elsewhere", "red", { ...well, isWell: false, status: 421 }, dns],
  ["address_unsafe", "red", { kind: "failed", code: "CERT_HAS_EXPIRED" }, dns],
  ["address_unsafe", "red", { kind: "failed", code: "ENOTFOUND" }, dns],
  ["address_silent", "unknown", { kind: "failed", code: "EAI_AGAIN" }, dns],
])(
  "what others see of us is red when it is wrong, and unknown without a network: %s",
  async (why, state, site, names) => {
    expect(await reasons(services, { outside: view(site, names) })).toContain(`${state} ${why}`);
  },
);

it.each([
  ["backup_old", "UPDATE backups SET taken_at = now() - interval '27 hours'"],
  ["backup_failed", "INSERT INTO failed_backups (at, reason) VALUES (now(), 'plin')"],
  ["letters_paused", "INSERT INTO mail_pause (reason) VALUES ('535 no')"],
  ["letters_off", "UPDATE email_settings SET enabled = false"],
  ["vat_missing", "UPDATE vat_rates SET valid_from = '2999-01-01'"],
  ["terms_missing", "UPDATE site_content SET content = '{}' WHERE key = 'terms'"],
  ["privacy_missing", "UPDATE site_content SET content = '{}' WHERE key = 'privacy'"],
  ["seller_missing", `UPDATE site_content SET content = content || '{"seat": ""}' WHERE key = 'club'`],
])("what does not sell is red: %s", async (why, change) => {
  await season.client.query(change);
  expect(await reasons()).toContain(`red ${why}`);
});

it("a key that the provider does not know is refused, and its double's own is a test key", async () => {
  const { apiBase } = site.provider;
  const wrong = createCardCheckout({ ...testKeys, secretKey: "sk_test_another", apiBase, now: services.now });
  expect(await wrong.readAccount()).toEqual({ kind: "refused" });
  wrong.close();
  expect(await site.cards.readAccount()).toEqual({ kind: "known", takesCharges: true, livemode: false });
});

it("an address with a certificate that nobody trusts is no secure connection", async () => {
  const server = createServer(selfSigned(), (_, answer) => answer.end('{"status":"ok"}'));
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  const { port } = server.address() as AddressInfo;
  expect(await outsideView.site(`https://localhost:${port}`)).toEqual({
    kind: "failed",
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
  });
  server.close();
});
