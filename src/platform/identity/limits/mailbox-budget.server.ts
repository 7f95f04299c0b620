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
 * Whether an email that serves nobody but its asker may be sent beyond all other limits: one a day for each asker (the
 * network that asks for a code, the account that changes its address), ten in all, so that a stranger who uses up the
 * rest leaves some to the owner. Counts it if so.
 */
export async function maySendReserved(
  sql: Sql,
  kind: "code" | "change-to",
  { email, asker }: { readonly email: string; readonly asker: string },
): Promise<boolean> {
  return (
    (await maySendEmail(sql, throttleKey("reserved-of-asker", `${kind}\0${asker}\0${email}`), inDay(1))) &&
    maySendEmail(sql, throttleKey("reserved", `${kind}\0${email}`), inDay(guestLimits.reservedLettersPerDay))
  );
}

/** Whether tickets may be sent again to an address, as often as other emails of one kind. Counts it if so. */
export function maySendTicketsAgain(sql: Sql, email: string): Promise<boolean> {
  return maySendEmail(sql, throttleKey("guest-tickets", email));
}
