import { networksOf } from "#kernel/network-address.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { accountDurations, guestLimits, loginLimits } from "./login-limits.ts";
import { maySendEmail, throttleKey } from "./throttle-store.server.ts";

const inDay = (most: number) => ({ most, within: inSeconds.day, secondsApart: 0 });

/**
 * `anybody`: all kinds together. Links for a new password, sign-in codes, received tickets and those asked for again (all that were
 * bought as one, each other by itself: "unpaid") are counted apart, so that none keeps another from the owner. `nobody`: none goes out, for the same work.
 */
export type MailboxBudget = "anybody" | "reset" | "code" | "tickets" | "unpaid" | "received" | "nobody";

/**
 * Whether a mailbox may get one more email today that it perhaps did not ask for; counts it if so. Asked last, when the
 * email is certain, beside the limit of its kind.
 */
export function mayReachMailbox(sql: Sql, email: string, budget: MailboxBudget): Promise<boolean> {
  return maySendEmail(
    sql,
    throttleKey(`letter-of-${budget}`, email),
    inDay(loginLimits.unaskedLettersPerMailboxAndDay),
  );
}

/**
 * Emails with a link that lets its reader in or moves an account to the address: the budget of the mailbox, and in how
 * many seconds one goes out beyond it. A link for a new password does as often as one ends, so that the mailbox always has one that works.
 */
const linksIn = {
  reset: { budget: "reset", oneEvery: accountDurations.letterLink },
  confirm: { budget: "anybody", oneEvery: 2 * inSeconds.hour },
  "change-to": { budget: "anybody", oneEvery: 2 * inSeconds.hour },
  "confirm-nothing": { budget: "nobody", oneEvery: 2 * inSeconds.hour },
} as const;

/** Whether an email with such a link may be sent, whatever strangers have asked for; counts it if so. */
export async function mayLetIn(sql: Sql, kind: keyof typeof linksIn, email: string): Promise<boolean> {
  const { budget, oneEvery } = linksIn[kind];
  const isUsual =
    (await maySendEmail(sql, throttleKey(kind, email))) && (await mayReachMailbox(sql, email, budget));
  const once = { most: 1, within: oneEvery, secondsApart: 0 };
  // asked in any case, because an email that is sent as usual counts here as well
  return (await maySendEmail(sql, throttleKey("let-in", `${kind}\0${email}`), once)) || isUsual;
}

/**
 * Whether a sign-in code may be sent that the mailbox's budget does not allow any more: one a day for each network, ten
 * in all, so that a stranger who asks for codes leaves some to the owner. Counts it if so.
 */
export async function maySendReservedCode(sql: Sql, email: string, address: string): Promise<boolean> {
  const network = networksOf(address).at(-1)?.key;
  return (
    (await maySendEmail(sql, throttleKey("code-of-network", `${network}\0${email}`), inDay(1))) &&
    maySendEmail(sql, throttleKey("code-reserved", email), inDay(guestLimits.reservedLettersPerDay))
  );
}

/** Whether tickets may be sent again to an address, as often as other emails of one kind. Counts it if so. */
export function maySendTicketsAgain(sql: Sql, email: string): Promise<boolean> {
  return maySendEmail(sql, throttleKey("guest-tickets", email));
}
