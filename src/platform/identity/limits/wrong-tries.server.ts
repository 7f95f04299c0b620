import { addressBucket } from "#kernel/network-address.ts";
import type { Sql } from "#platform/database/sql.ts";
import { loginLimits } from "./login-limits.ts";
import {
  countLogin,
  failuresOf,
  forgetLogins,
  type ThrottleKind,
  throttleKey,
  uncountLogin,
} from "./throttle-store.server.ts";

/** What a try counts against: so many wrong ones are free, each further one waits. */
export type Budget = {
  readonly key: string;
  readonly free: number;
  /** `streak`: a right try resets it. `day`: shared by many people, so a right try does not. */
  readonly kind: "streak" | "day";
};

/** The budget of one browser that signed in before, one session, or one network. */
export function ownBudget(what: ThrottleKind, subject: string): Budget {
  return { key: throttleKey(what, subject), free: loginLimits.wrongInARow, kind: "streak" };
}

/** By network first, then all networks together, which is much wider. */
export function strangersBudgets(
  { own, all, perDay }: { own: ThrottleKind; all: ThrottleKind; perDay: number },
  { subject, address }: { subject: string; address: string },
): Budget[] {
  return [
    ownBudget(own, `${subject}\0${addressBucket(address)}`),
    { key: throttleKey(all, subject), free: perDay, kind: "day" },
  ];
}

/**
 * Counts a try before it is checked, so that a thousand at once count as a thousand. Resolves to 0, or to the seconds
 * that the first full budget asks to wait; then nothing was counted.
 */
export async function countTry(
  sql: Sql,
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

/** Takes back a try that was counted, but not checked. */
export async function undoTry(sql: Sql, budgets: readonly Budget[]): Promise<void> {
  for (const { key } of budgets) await uncountLogin(sql, key);
}

/** After a right try: resets streaks, and takes the try back from shared budgets. */
export async function forgiveTry(sql: Sql, budgets: readonly Budget[]): Promise<void> {
  for (const { key, kind } of budgets)
    if (kind === "streak") await forgetLogins(sql, key);
    else await uncountLogin(sql, key);
}

/** How many wrong tries the fullest of these budgets has. */
export async function mostWrong(sql: Sql, budgets: readonly Budget[]): Promise<number> {
  return Math.max(...(await Promise.all(budgets.map(({ key }) => failuresOf(sql, key)))));
}
