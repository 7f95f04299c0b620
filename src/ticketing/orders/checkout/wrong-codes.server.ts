import type { Uuid } from "#kernel/id.ts";
import { addressBucket } from "#kernel/network-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Database } from "#platform/database/database.server.ts";
import {
  countInHour,
  type HourlyBudget,
  waitForHour,
} from "#platform/identity/limits/hourly-budget.server.ts";
import { typedCode } from "#ticketing/events/typed-code.ts";
import { limits } from "#ticketing/limits.ts";
import type { HoldRefusal } from "./hold-request.ts";

/** Who sent a code: an account, if one is signed in, and a network address. */
export type CodeSender = { readonly userId: Uuid | null; readonly address: string };

/** Too many wrong codes: for so many seconds no code is taken, not even a right one. */
export type TooManyCodes = { readonly reason: "too_many_codes"; readonly retryAfter: number };

export type WrongCode = Extract<HoldRefusal, { reason: "code_invalid" }> | TooManyCodes;

/** The account first: once that is full, it does not use up what the others of its network have. */
function budgetsOf({ userId, address }: CodeSender): HourlyBudget[] {
  return [
    ...(userId ? [{ kind: "voucher" as const, of: userId, most: limits.wrongCodesPerAccountAndHour }] : []),
    {
      kind: "voucher-network",
      of: addressBucket(address),
      most: limits.wrongCodesPerAddressAndHour,
    },
  ];
}

/** What is known of a code when it is looked up. */
type FoundCode = { readonly isInForce: boolean };

/**
 * A typed code as it is written in `vouchers`, where one of that name is there and `isTaken`; else it is counted as a wrong one.
 * The limit is asked first, so that beyond it nobody learns anything by an answer or by its time, and again afterwards:
 * of a thousand codes tried at once no more are looked at than there are connections.
 */
export async function readCode(
  database: Database,
  { typed, sender }: { readonly typed: string; readonly sender: CodeSender },
  isTaken: (found: FoundCode) => boolean,
): Promise<Outcome<string, WrongCode>> {
  const limit = await limitReached(database, sender);
  if (limit) return refused(limit);
  const code = typedCode(typed);
  const found = code === undefined ? undefined : await findCode(database, code);
  if (code === undefined || !found || !isTaken(found)) return refused(await countWrongCode(database, sender));
  const meanwhile = await limitReached(database, sender);
  return meanwhile ? refused(meanwhile) : done(code);
}

/** Counts a code that is not in force. Once there were too many, the answer is that of the limit. */
export async function countWrongCode(database: Database, sender: CodeSender): Promise<WrongCode> {
  if (await countInHour(database.identity, budgetsOf(sender)))
    return { reason: "code_invalid", why: "unknown" };
  return (await limitReached(database, sender)) ?? { reason: "too_many_codes", retryAfter: 1 };
}

async function limitReached({ identity }: Database, sender: CodeSender): Promise<TooManyCodes | undefined> {
  const retryAfter = await waitForHour(identity, budgetsOf(sender));
  return retryAfter > 0 ? { reason: "too_many_codes", retryAfter } : undefined;
}

async function findCode(database: Database, code: string): Promise<FoundCode | undefined> {
  return database.withDuty("sell", async (sql) => {
    const { rows } = await sql.query<FoundCode>({
      name: "find-code",
      text: `SELECT is_on AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true) AS "isInForce" FROM vouchers WHERE code = $1`,
      values: [code],
    });
    return rows[0];
  });
}

/** The account of a session, if it has one: the hold finds out later whether it may buy. */
export async function accountOfSession({ identity }: Database, sessionHash: string): Promise<Uuid | null> {
  const { rows } = await identity.query<{ userId: Uuid }>({
    name: "account-of-session",
    text: `SELECT user_id AS "userId" FROM identity.session WHERE token = $1 AND expires_at > now()`,
    values: [sessionHash],
  });
  return rows[0]?.userId ?? null;
}
