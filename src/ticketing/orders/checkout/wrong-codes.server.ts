import type { Uuid } from "#kernel/id.ts";
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

/** Who sent a code: the hash of a session, if there is one, and a network address. */
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
 * by its time; a code that is there is asked about again, so that of a thousand codes tried at once no more are looked at
 * than there are connections.
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
      ...[sender.sessionHash, network.of],
      ...[limits.wrongCodesPerAccountAndHour, limits.wrongCodesPerAddressAndHour],
      ...[code ?? null, inSeconds.hour],
    ],
  });
  const found = only(rows);
  const budgets: HourlyBudget[] = [
    // the account first: once that is full, it does not use up what the others of its network have
    ...(found.userId
      ? [{ kind: "voucher" as const, of: found.userId, most: limits.wrongCodesPerAccountAndHour }]
      : []),
    { ...network, most: limits.wrongCodesPerAddressAndHour },
  ];
  const wait = found.wait ?? (found.isKnown ? await waitForHour(identity, budgets) : 0);
  if (wait > 0) return refused({ reason: "too_many_codes", retryAfter: wait });
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

type FoundCode = { userId: Uuid | null; wait: number | null; isKnown: boolean; isInForce: boolean | null };

const findCode = {
  name: "find-code",
  text: `WITH sender AS (SELECT (SELECT user_id FROM session_holders WHERE token = $1 AND expires_at > now()) AS user_id),
           budgets AS (SELECT kind, subject, most, $6::int AS seconds
             FROM sender, LATERAL (VALUES ('voucher', user_id::text, $3::int), ('voucher-network', $2, $4::int)) AS b(kind, subject, most))
         SELECT user_id AS "userId", v.code IS NOT NULL AS "isKnown",
           v.is_on AND coalesce(v.starts_at <= now(), true) AND coalesce(v.ends_at > now(), true) AS "isInForce",
           ${hourWaitInSql} AS wait
         FROM sender LEFT JOIN vouchers v ON v.code = $5`,
};
