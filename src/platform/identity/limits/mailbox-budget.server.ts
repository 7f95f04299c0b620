import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { accountDurations, guestLimits, loginLimits } from "./login-limits.ts";
import { type KindOfMailbox, maySendEmail, throttleKey } from "./throttle-store.server.ts";

const inDay = (most: number) => ({ most, within: inSeconds.day, secondsApart: 0 });

/**
 * Where an email goes. `isFound` is false where nobody has what is asked for: then none goes out, and the same work is counted
 * apart, because an alias of a mailbox would use up the budgets of its owner.
 */
export type Addressee = { readonly email: string; readonly isFound: boolean };

/** Budgets of a mailbox are counted here alone, so that no place forgets to say whether an email goes out. */
function keyOf(kind: KindOfMailbox, { email, isFound }: Addressee, ...of: string[]): string {
  return throttleKey(kind, [...(isFound ? [] : ["nobody"]), ...of, email].join("\0"));
}

/**
 * `anybody`: all kinds together. Links for a new password or address, sign-in codes, received tickets and those asked for again (all
 * that were bought as one, each other by itself: "unpaid") are counted apart, so that none keeps another from the owner.
 */
export type MailboxBudget = "anybody" | "reset" | "change" | "code" | "tickets" | "unpaid" | "received";

/**
 * Whether a mailbox may get one more email today that it perhaps did not ask for; counts it if so. Asked last, when the
 * email is certain, beside the limit of its kind.
 */
export function mayReachMailbox(sql: Sql, to: Addressee, budget: MailboxBudget): Promise<boolean> {
  return maySendEmail(
    sql,
    keyOf(`letter-of-${budget}`, to),
    inDay(loginLimits.unaskedLettersPerMailboxAndDay),
  );
}

/** Whether a mailbox may get one more email of this kind, as often as others of one kind. Counts it if so. */
export function maySendOfKind(
  sql: Sql,
  kind: "known" | "guest-tickets" | "code-letter",
  { of = [], ...to }: Addressee & { readonly of?: string[] },
): Promise<boolean> {
  return maySendEmail(sql, keyOf(kind, to, ...of));
}

/**
 * Emails with a link that lets its reader in or moves an account to the address: the budget of the mailbox, and in how
 * many seconds one goes out beyond it. A link for a new password does as often as one ends, so that the mailbox always has one that works.
 */
const linksIn = {
  reset: { budget: "reset", oneEvery: accountDurations.letterLink },
  confirm: { budget: "anybody", oneEvery: 2 * inSeconds.hour },
  "change-to": { budget: "change", oneEvery: 2 * inSeconds.hour },
} as const;

/** Whether an email with such a link may be sent, whatever strangers have asked for; counts it if so. */
export async function mayLetIn(sql: Sql, kind: keyof typeof linksIn, to: Addressee): Promise<boolean> {
  const { budget, oneEvery } = linksIn[kind];
  const isUsual = (await maySendEmail(sql, keyOf(kind, to))) && (await mayReachMailbox(sql, to, budget));
  const once = { most: 1, within: oneEvery, secondsApart: 0 };
  // asked in any case, because an email that is sent as usual counts here as well
  return (await maySendEmail(sql, keyOf("let-in", to, kind), once)) || isUsual;
}

/**
 * Whether an email that serves nobody but its asker may be sent beyond all other limits: one a day for each asker (the
 * network that asks for a code, the account that changes its address), ten in all, so that a stranger who uses up the
 * rest leaves some to the owner. Counts it if so.
 */
export async function maySendReserved(
  sql: Sql,
  kind: "code" | "guest-code" | "change-to",
  { asker, ...to }: Addressee & { readonly asker: string },
): Promise<boolean> {
  return (
    (await maySendEmail(sql, keyOf("reserved-of-asker", to, kind, asker), inDay(1))) &&
    maySendEmail(sql, keyOf("reserved", to, kind), inDay(guestLimits.reservedLettersPerDay))
  );
}
