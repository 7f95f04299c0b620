import { addressBucket } from "#kernel/network-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Database } from "#platform/database/database.server.ts";
import { only } from "#platform/database/sql.ts";
import {
  countInHour,
  type HourlyBudget,
  hourWaitInSql,
  waitForHour,
} from "#platform/identity/limits/hourly-budget.server.ts";
import { typedCode } from "#ticketing/events/typed-code.ts";
import { limits } from "#ticketing/limits.ts";
import type { HoldRefusal } from "./hold-request.ts";

/** The person who sent a code: the hash of a session, if there is one, and a network address. */
export type CodeSender = { readonly sessionHash: string | null; readonly address: string };

/** Too many wrong codes: for so many seconds no code is taken, not even a right one. */
export type TooManyCodes = { readonly reason: "too_many_codes"; readonly retryAfter: number };

export type WrongCode = Extract<HoldRefusal, { reason: "code_invalid" }> | TooManyCodes;

/** A code that was looked up, and the budgets that a wrong one uses up. */
type ReadCode = {
  /** As it is written in `vouchers`. */
  readonly code: string | undefined;
  readonly isKnown: boolean;
  readonly isInForce: boolean;
  readonly budgets: readonly HourlyBudget[];
};

/**
 * Looks up a typed code. The limit is asked in the same statement, so that beyond it nobody learns anything by an answer or
 * by its time. The accounts of a proven mailbox have one limit together; all others of a network share one, so that their guesses take no code from
 * those who signed in.
 */
export async function readCode(
  { identity }: Database,
  typed: string,
  sender: CodeSender,
): Promise<Outcome<ReadCode, TooManyCodes>> {
  const code = typedCode(typed);
  const network = { kind: "voucher-network" as const, of: addressBucket(sender.address) };
  const { rows } = await identity.query<FoundCode>({
    ...findCode,
    values: [
      sender.sessionHash,
      network.of,
      limits.wrongCodesPerAccountAndHour,
      limits.wrongCodesPerAddressAndHour,
      code ?? null,
      inSeconds.hour,
    ],
  });
  const found = only(rows);
  const budgets: HourlyBudget[] = found.subject
    ? [{ kind: "voucher", of: found.subject, most: limits.wrongCodesPerAccountAndHour }]
    : [{ ...network, most: limits.wrongCodesPerAddressAndHour }];
  if (found.wait) return refused({ reason: "too_many_codes", retryAfter: found.wait });
  return done({ code, isKnown: found.isKnown, isInForce: found.isInForce ?? false, budgets });
}

/** Counts a code that is not there or not in force. Once there were too many, the answer is that of the limit. */
export async function countWrongCode(
  { identity }: Database,
  budgets: readonly HourlyBudget[],
): Promise<WrongCode> {
  if (await countInHour(identity, budgets)) return { reason: "code_invalid", why: "unknown" };
  return { reason: "too_many_codes", retryAfter: Math.max(1, await waitForHour(identity, budgets)) };
}

type FoundCode = { subject: string | null; wait: number | null; isKnown: boolean; isInForce: boolean | null };

const findCode = {
  name: "find-code",
  text: `WITH sender AS (SELECT (SELECT CASE WHEN u.email_verified THEN mailbox_key(u.email)::text ELSE u.id::text END
             FROM identity.session s JOIN identity."user" u ON u.id = s.user_id WHERE s.token = $1 AND s.expires_at > now()) AS account),
           budgets AS (SELECT kind, subject, most, $6::int AS seconds
             FROM sender, LATERAL (VALUES ('voucher', account, $3::int), ('voucher-network', CASE WHEN account IS NULL THEN $2 END, $4::int)) AS b(kind, subject, most))
         SELECT account AS subject, v.code IS NOT NULL AS "isKnown",
           v.is_on AND coalesce(v.starts_at <= now(), true) AND coalesce(v.ends_at > now(), true) AS "isInForce",
           ${hourWaitInSql} AS wait
         FROM sender LEFT JOIN vouchers v ON v.code = $5`,
};
