import type pg from "pg";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Credential } from "./account-library.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { loginLimits } from "./login-limits.ts";
import { noteLock } from "./note-lock.server.ts";
import { HashingBusy } from "./password-hash.server.ts";
import { isHashable } from "./password-rule.ts";
import { findNewest, type PendingRegistration } from "./registration-store.server.ts";
import {
  type Budget,
  countTry,
  forgiveTry,
  ownBudget,
  strangersBudgets,
  undoTry,
} from "./wrong-tries.server.ts";

export type PasswordRefusal =
  /** Address or password is wrong; which of them is never said. */
  | { readonly reason: "invalid" }
  /** Too many failures, whether the address has an account or not. Seconds to wait; a reset still works. */
  | { readonly reason: "locked"; readonly retryAfter: number }
  /** Too many passwords are being checked. Seconds to wait. */
  | { readonly reason: "busy"; readonly retryAfter: number };

export type RightPassword = Credential & {
  /** For whoever lets the person in, in the same transaction where there is one: the try was no failure. */
  forgive(sql: Pick<pg.ClientBase, "query">): Promise<void>;
};

/** From where a password is tried: the network, and what the browser brought from an earlier sign-in. */
export type TriedFrom = { readonly address: string; readonly mark?: string | null | undefined };

/**
 * What a password for this address counts against (docs/decisions/0020). A browser that signed in before counts for
 * itself, so that no stranger holds it up. Another password is another account here: its counts begin anew.
 */
export function loginBudgets(
  { knownBrowsers }: Pick<IdentityParts, "knownBrowsers">,
  { email, mark = null, address }: TriedFrom & { readonly email: string },
  known: Credential | undefined,
): Budget[] {
  const subject = `${email}\0${known?.passwordHash ?? ""}`;
  const browser = known && knownBrowsers.browserOf(mark, known.userId);
  if (browser !== undefined) return [ownBudget("login-known", `${subject}\0${browser}`)];
  const perDay = loginLimits.wrongPasswordsPerAccountAndDay;
  return strangersBudgets({ own: "login", all: "login-all", perDay }, { subject, address });
}

/**
 * Whose password this is. Unknown and known addresses cost the same work and get the same answers (I26). A try counts
 * before it is looked at, against the budgets that the caller names.
 *
 * @param typed the address in its canonical form.
 */
export async function checkPassword(
  parts: IdentityParts,
  { email, password }: { readonly email: string; readonly password: string },
  budgetsFor: (known: Credential | undefined) => readonly Budget[],
): Promise<Outcome<RightPassword, PasswordRefusal>> {
  if (!isHashable(password)) return refused({ reason: "invalid" });
  const sql = parts.database.identity.$client;
  // both are looked for, and one password is: what waits for an address, and how much of it, shows in no time
  const [account, pending] = await Promise.all([parts.library.findCredential(email), findNewest(sql, email)]);
  const known: Credential | undefined = account ?? (pending && unproven(pending));
  const budgets = budgetsFor(known);
  const { wait } = await countTry(sql, budgets);
  if (wait > 0) return refused({ reason: "locked", retryAfter: wait });
  try {
    const place = { queue: "login", of: known?.userId ?? email } as const;
    const isRight = await parts.hashing.verify(known?.passwordHash, password, place);
    if (!isRight) await noteLock(parts, { budgets, userId: known?.userId as Uuid | undefined });
    if (!known || !isRight) return refused({ reason: "invalid" });
    return done({ ...known, forgive: (within) => forgiveTry(within, budgets) });
  } catch (error) {
    if (!(error instanceof HashingBusy)) throw error;
    await undoTry(sql, budgets);
    return refused({ reason: "busy", retryAfter: 5 });
  }
}

/** Nobody can sign in to it; the newest one, with the right password, is told that the address waits to be proven. */
function unproven({ accountId, passwordHash }: PendingRegistration): Credential {
  return { userId: accountId, fullName: "", isConfirmed: false, isAccount: false, passwordHash };
}
