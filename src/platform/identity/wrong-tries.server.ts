import type pg from "pg";
import { addressBucket } from "#kernel/network-address.ts";
import { loginLimits } from "./login-limits.ts";
import {
  countLogin,
  failuresOf,
  forgetLogins,
  type ThrottledWhat,
  throttleKey,
  uncountLogin,
} from "./throttle-store.server.ts";

type Queryable = Pick<pg.ClientBase, "query">;

/** What a try counts against: so many wrong ones are free, each further one waits. */
export type Budget = {
  readonly key: string;
  readonly free: number;
  /** `streak`: a right one begins it anew. `day`: of many people together, so that nobody's right one empties it. */
  readonly kind: "streak" | "day";
};

/** One person's own: by a browser that signed in before, a session, a network. */
export function ownBudget(what: ThrottledWhat, subject: string): Budget {
  return { key: throttleKey(what, subject), free: loginLimits.wrongInARow, kind: "streak" };
}

/** By network first, then all networks together, which is much wider. */
export function strangersBudgets(
  { own, all, perDay }: { own: ThrottledWhat; all: ThrottledWhat; perDay: number },
  { subject, address }: { subject: string; address: string },
): Budget[] {
  return [
    ownBudget(own, `${subject}\0${addressBucket(address)}`),
    { key: throttleKey(all, subject), free: perDay, kind: "day" },
  ];
}

/**
 * Counts a try before it is looked at, so that a thousand at once count as a thousand. Resolves to 0, or to the seconds
 * that the first full budget asks to wait; then nothing was counted.
 */
export async function countTry(
  sql: Queryable,
  budgets: readonly Budget[],
): Promise<{ wait: number; full: Budget | undefined }> {
  for (const [at, budget] of budgets.entries()) {
    const wait = await countLogin(sql, budget);
    if (wait === 0) continue;
    await undoTry(sql, budgets.slice(0, at));
    return { wait, full: budget };
  }
  return { wait: 0, full: undefined };
}

/** A try that was counted, but that nobody looked at: as if it had not been. */
export async function undoTry(sql: Queryable, budgets: readonly Budget[]): Promise<void> {
  for (const { key } of budgets) await uncountLogin(sql, key);
}

/** The try was right: one's own count begins anew, that of all was no wrong one. */
export async function forgiveTry(sql: Queryable, budgets: readonly Budget[]): Promise<void> {
  for (const { key, kind } of budgets)
    if (kind === "streak") await forgetLogins(sql, key);
    else await uncountLogin(sql, key);
}

/** How many wrong ones stand in the fullest of these budgets. */
export async function mostWrong(sql: Queryable, budgets: readonly Budget[]): Promise<number> {
  return Math.max(...(await Promise.all(budgets.map(({ key }) => failuresOf(sql, key)))));
}
