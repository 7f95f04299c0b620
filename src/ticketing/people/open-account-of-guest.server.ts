import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { findOrMakeProvenAccount } from "#platform/identity/accounts/claim-registration.server.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { consumeCode, isRightCode } from "#platform/identity/letters/letter-code.server.ts";
import { hashNewPassword } from "#platform/identity/passwords/hashing.server.ts";
import { type PasswordRefusal, passwordRefusalOf } from "#platform/identity/passwords/password-rule.ts";
import { type OpenedSession, openSession } from "#platform/identity/sessions/login.server.ts";
import { findGuestContact, findPerson } from "./person-queries.server.ts";
import { markContactProven } from "./prove-guest.server.ts";

export type NewAccountOfGuest = {
  readonly guestId: Uuid;
  /** The code that was emailed to the address, as the person typed it. */
  readonly code: string;
  readonly password: string;
  /** The network address of the request. */
  readonly address: string;
  readonly userAgent: string;
};

export type NewAccountRefusal = "code_wrong" | PasswordRefusal | "busy";

/**
 * Opens an account for a guest's address, proven by the code, with the guest's name and phone and this password, and
 * opens a session. Before the code is right, nothing is told and no password is hashed; a refused password leaves the
 * code valid. If a proven account has the address by now, returns that account without a session.
 */
export async function openAccountOfGuest(
  identity: Identity,
  { guestId, code: typed, password, address, userAgent }: NewAccountOfGuest,
): Promise<Outcome<{ accountId: Uuid; opened: OpenedSession | null }, NewAccountRefusal>> {
  const { database, tokenSecret } = identity;
  const code = typed.replace(/\s+/g, "");
  const attemptFor = (email: string) =>
    ({ purpose: "guest-code", email, userId: guestId, code, address }) as const;
  const guest = await database.withDuty("identity", async (sql) => {
    const email = await findGuestContact(sql, guestId);
    if (email === undefined || !(await isRightCode(sql, tokenSecret, attemptFor(email)))) return undefined;
    const person = await findPerson(sql, guestId);
    return { email: email.toLowerCase(), fullName: person?.fullName ?? "", phone: person?.phone ?? "" };
  });
  if (!guest) return refused("code_wrong");
  const passwordProblem = passwordRefusalOf(password, [guest.email, guest.fullName]);
  if (passwordProblem) return refused(passwordProblem);
  const passwordHash = await hashNewPassword(identity, guest.email, password);
  if (passwordHash === undefined) return refused("busy");
  return database.withDuty("identity", async (sql) => {
    if (!(await consumeCode(sql, tokenSecret, attemptFor(guest.email)))) return refused("code_wrong");
    // the address may have been corrected meanwhile: the code in the wrong mailbox makes no account
    if (!(await markContactProven(sql, guestId, guest.email))) return refused("code_wrong");
    const { userId: accountId, wasProven } = await findOrMakeProvenAccount(identity, sql, {
      ...guest,
      passwordHash,
    });
    if (wasProven) return done({ accountId, opened: null });
    return done({
      accountId,
      opened: await openSession(identity, sql, { userId: accountId, userAgent, address }),
    });
  });
}
