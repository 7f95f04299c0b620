import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Database } from "#platform/database/database.server.ts";
import { only } from "#platform/database/sql.ts";
import {
  budgetsOfNetworks,
  countInHour,
  type HourlyBudget,
  hourWaitInSql,
  secondsUntilFree,
} from "#platform/identity/limits/hourly-budget.server.ts";
import { typedCode } from "#ticketing/events/typed-code.ts";
import { limits } from "#ticketing/limits.ts";
import type { HoldRefusal } from "./hold-request.ts";

/** Who sent a voucher: the hash of the session, if there is one, and the network address. */
export type CodeSender = { readonly sessionHash: string | null; readonly address: string };

/**
 * Too many wrong vouchers: for `retryAfter` seconds none is accepted, not even a right one. `isOfNetwork`: who signs in
 * does not wait.
 */
export type TooManyCodes = {
  readonly reason: "too_many_codes";
  readonly retryAfter: number;
  readonly isOfNetwork: boolean;
};

export type WrongCode = Extract<HoldRefusal, { reason: "code_invalid" }> | TooManyCodes;

/** A looked-up voucher, and the budgets that a wrong one uses up. */
type ReadCode = {
  /** The voucher in the spelling of `vouchers`; undefined if the text cannot be one. */
  readonly code: string | undefined;
  readonly isKnown: boolean;
  readonly isInForce: boolean;
  readonly budgets: readonly HourlyBudget[];
};

/**
 * Looks up a typed voucher. The same statement checks the limit, so that beyond it neither the answer nor its time
 * tells anything. The accounts of one proven mailbox share one limit. Senders without an account share one per
 * network, so their guesses do not count against people who signed in.
 */
export async function readCode(
  { identity }: Database,
  typed: string,
  sender: CodeSender,
): Promise<Outcome<ReadCode, TooManyCodes>> {
  const code = typedCode(typed);
  const networks = budgetsOfNetworks("voucher-network", {
    address: sender.address,
    most: limits.wrongCodesPerAddressAndHour,
  });
  const { rows } = await identity.query<FoundCode>({
    ...findCode,
    values: [
      sender.sessionHash,
      networks.map(({ of }) => of),
      limits.wrongCodesPerAccountAndHour,
      networks.map(({ most }) => most),
      code ?? null,
      inSeconds.hour,
    ],
  });
  const found = only(rows);
  const budgets: HourlyBudget[] = found.subject
    ? [{ kind: "voucher", of: found.subject, most: limits.wrongCodesPerAccountAndHour }]
    : networks;
  // The limit is checked again for a right one: of a thousand vouchers sent at once, only as many are looked at as there
  // are connections.
  const wait = found.wait || (found.isKnown ? await secondsUntilFree(identity, budgets) : 0);
  if (wait > 0) return refused(tooManyCodes(budgets, wait));
  return done({ code, isKnown: found.isKnown, isInForce: found.isInForce ?? false, budgets });
}

/** Counts a voucher that is unknown or not in force. Once there were too many, returns the limit's refusal. */
export async function countWrongCode(
  { identity }: Database,
  budgets: readonly HourlyBudget[],
): Promise<WrongCode> {
  if (await countInHour(identity, budgets)) return { reason: "code_invalid", why: "unknown" };
  return tooManyCodes(budgets, Math.max(1, await secondsUntilFree(identity, budgets)));
}

function tooManyCodes(budgets: readonly HourlyBudget[], retryAfter: number): TooManyCodes {
  return { reason: "too_many_codes", retryAfter, isOfNetwork: budgets[0]?.kind === "voucher-network" };
}

type FoundCode = { subject: string | null; wait: number | null; isKnown: boolean; isInForce: boolean | null };

const findCode = {
  name: "find-code",
  text: `WITH sender AS (SELECT (SELECT CASE WHEN u.email_verified THEN mailbox_key(u.email)::text ELSE u.id::text END
             FROM identity.session s JOIN identity."user" u ON u.id = s.user_id WHERE s.token = $1 AND s.expires_at > now()) AS account),
           budgets AS (SELECT 'voucher' AS kind, account AS subject, $3::int AS most, $6::int AS seconds FROM sender
             UNION ALL SELECT 'voucher-network', key, most, $6 FROM sender, unnest($2::text[], $4::int[]) AS n(key, most) WHERE account IS NULL)
         SELECT account AS subject, v.code IS NOT NULL AS "isKnown",
           v.is_on AND coalesce(v.starts_at <= now(), true) AND coalesce(v.ends_at > now(), true) AS "isInForce",
           ${hourWaitInSql} AS wait
         FROM sender LEFT JOIN vouchers v ON v.code = $5`,
};
