import { networksOf } from "#kernel/network-address.ts";
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
 * What a mailbox gets that has nothing here: "anybody", all kinds but links for an account's new address ("change") and
 * tickets that were received or asked for again ("unpaid"). Beside them only what is reserved. What only an owner has is
 * counted apart, so that none keeps another from him: links for a new password, sign-in codes, tickets bought.
 */
export type MailboxBudget = "anybody" | "change" | "unpaid" | "reset" | "code" | "tickets";

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
  kind: "known" | "guest-tickets" | "code-letter" | "confirm" | "change-to" | "reset",
  { of = [], ...to }: Addressee & { readonly of?: string[] },
): Promise<boolean> {
  return maySendEmail(sql, keyOf(kind, to, ...of));
}

/**
 * Whether a link for a new password may be sent, whatever strangers have asked for; counts it if so. Beyond the budget one
 * goes out as often as one ends, so that the mailbox always has one that works.
 */
export async function maySendReset(sql: Sql, to: Addressee): Promise<boolean> {
  const isUsual = (await maySendOfKind(sql, "reset", to)) && (await mayReachMailbox(sql, to, "reset"));
  const once = { most: 1, within: accountDurations.letterLink, secondsApart: 0 };
  // asked in any case, because an email that is sent as usual counts here as well
  return (await maySendEmail(sql, keyOf("let-in", to), once)) || isUsual;
}

/** An email that helps nobody but its asker, and the network address that asks for it. */
export type AskedEmail = Addressee & { readonly address: string };

/**
 * Whether a link to register may be sent; counts it if so. What is reserved is for a network that got none today, so that
 * a second press within a minute sends no second one.
 */
export async function maySendConfirmation(sql: Sql, to: AskedEmail): Promise<boolean> {
  const isUsual = (await maySendOfKind(sql, "confirm", to)) && (await mayReachMailbox(sql, to, "anybody"));
  if (isUsual) await isFirstOfNetwork(sql, to);
  return isUsual || maySendReserved(sql, to);
}

/**
 * Whether an email that helps nobody but its asker may be sent beyond all other limits: one a day for each network that
 * asks, ten in all, whatever they are, so that a stranger who uses up the rest leaves some to the owner. Counts it if so.
 */
export async function maySendReserved(sql: Sql, to: AskedEmail): Promise<boolean> {
  return (
    (await isFirstOfNetwork(sql, to)) &&
    maySendEmail(sql, keyOf("reserved", to), inDay(guestLimits.reservedLettersPerDay))
  );
}

function isFirstOfNetwork(sql: Sql, { address, ...to }: AskedEmail): Promise<boolean> {
  const network = networksOf(address).at(-1)?.key ?? "";
  return maySendEmail(sql, keyOf("reserved-of-asker", to, network), inDay(1));
}
