import { networksOf } from "#kernel/network-address.ts";
import type { Sql } from "#platform/database/sql.ts";
import { loginLimits } from "./login-limits.ts";
import {
  countWrongTry,
  forgetWrongTries,
  type ThrottleKind,
  throttleKey,
  uncountWrongTry,
  wrongTriesOf,
} from "./throttle-store.server.ts";

/** A counter of wrong tries: the first `free` ones are checked, each further one has to wait. */
export type Budget = {
  readonly key: string;
  readonly free: number;
  /** `streak`: a right try resets it. `day`: many people share it, so a right try does not reset it. */
  readonly kind: "streak" | "day";
};

/** The budget of one known browser, one session, or one network. */
export function streakBudget(what: ThrottleKind, subject: string): Budget {
  return { key: throttleKey(what, subject), free: loginLimits.wrongInARow, kind: "streak" };
}

/**
 * The budgets for strangers: one for their network, one for their wider network if there is one, then one for all
 * networks together.
 */
export function strangersBudgets(
  {
    perNetwork,
    allNetworks,
    perDay,
  }: { perNetwork: ThrottleKind; allNetworks: ThrottleKind; perDay: number },
  { subject, address }: { subject: string; address: string },
): Budget[] {
  const [network, ...wider] = networksOf(address);
  return [
    streakBudget(perNetwork, `${subject}\0${network.key}`),
    ...wider.map(({ key, times }) => ({
      key: throttleKey(perNetwork, `${subject}\0${key}`),
      free: loginLimits.wrongInARow * times,
      kind: "day" as const,
    })),
    { key: throttleKey(allNetworks, subject), free: perDay, kind: "day" },
  ];
}

/**
 * Counts a try before it is checked, so that parallel tries all count. `wait` is 0, or the seconds that the first
 * full budget asks for; then nothing was counted.
 */
export async function countTry(
  sql: Sql,
  budgets: readonly Budget[],
): Promise<{ wait: number; full: Budget | undefined }> {
  for (const [index, budget] of budgets.entries()) {
    const wait = await countWrongTry(sql, budget);
    if (wait === 0) continue;
    await undoTry(sql, budgets.slice(0, index));
    return { wait, full: budget };
  }
  return { wait: 0, full: undefined };
}

/** Takes back a try that was counted but not checked. */
export async function undoTry(sql: Sql, budgets: readonly Budget[]): Promise<void> {
  for (const { key } of budgets) await uncountWrongTry(sql, key);
}

/** After a right try: resets streaks, and takes the try back from shared budgets. */
export async function clearAfterRightTry(sql: Sql, budgets: readonly Budget[]): Promise<void> {
  for (const { key, kind } of budgets)
    if (kind === "streak") await forgetWrongTries(sql, key);
    else await uncountWrongTry(sql, key);
}

/** The number of wrong tries in the fullest of these budgets. */
export async function maxWrongTries(sql: Sql, budgets: readonly Budget[]): Promise<number> {
  return Math.max(...(await Promise.all(budgets.map(({ key }) => wrongTriesOf(sql, key)))));
}
