import { canonicalEmail, maskedEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Identity } from "../identity.server.ts";
import { tellOwner } from "../letters/tell-owner.server.ts";
import { mayReachMailbox, maySendOfKind, maySendReserved } from "../limits/mailbox-budget.server.ts";
import { maySendEmail, throttleKey } from "../limits/throttle-store.server.ts";
import { checkLinkPassword } from "../passwords/check-password.server.ts";
import { isSessionOpen, lockWithSession, type SessionKey } from "../sessions/own-sessions.server.ts";
import {
  consumeToken,
  endMailboxTokens,
  endTokensOfAccount,
  findToken,
  issueToken,
} from "../tokens/one-time-token.server.ts";
import { lockAccount, lockAddress } from "./account-locks.server.ts";
import { findAccount, findAddress, findCredential } from "./account-store.server.ts";
import { markProven } from "./prove-address.server.ts";
import { dropRegistrations } from "./registration-store.server.ts";

type AddressChange = SessionKey & {
  readonly email: string;
  readonly newEmail: string;
  /** The network address that asks. */
  readonly address: string;
};
type AddressChangeRefusal =
  | "email_invalid"
  | "same_address"
  | "letters_off"
  /** The session has ended. */
  | "session_not_found";

/**
 * Sends a link to the new address of an account and an email to the present one; nothing changes before the link is
 * used. If the new address already has an account, no link is sent but the answer is the same (I26). The caller has
 * checked the password again.
 */
export async function askAddressChange(
  identity: Identity,
  { userId, sessionHash, email, newEmail: typed, address }: AddressChange,
): Promise<Outcome<null, AddressChangeRefusal>> {
  const newEmail = canonicalEmail(typed);
  if (newEmail === undefined) return refused("email_invalid");
  if (newEmail === email) return refused("same_address");
  if (!(await identity.callbacks.lettersOn())) return refused("letters_off");
  return identity.database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, { userId, sessionHash }))) return refused("session_not_found");
    if (!(await maySendEmail(sql, throttleKey("change", userId)))) return done(null);
    await identity.callbacks.onLetter(sql, { kind: "address_change_asked", userId, email });
    // also where somebody has the address: an asker who used one budget up would see by an earlier link which one counts
    const to = { email: newEmail, isFound: true, address };
    const isUsual = (await maySendOfKind(sql, "change-to", to)) && (await mayReachMailbox(sql, to, "change"));
    if (!isUsual && !(await maySendReserved(sql, to))) return done(null);
    // ended in any case, because the asker can see whether an earlier link still works
    await endTokensOfAccount(sql, userId, ["change-address"]);
    if (await findAccount(sql, newEmail)) return done(null);
    const token = await issueToken(sql, "change-address", valueFor(userId, newEmail));
    await identity.callbacks.onLetter(sql, { kind: "confirm_new_address", userId, email: newEmail, token });
    return done(null);
  });
}

/** The link, and the session of the browser that opened it, if there is one. */
type ChangeConfirmation = { readonly token: string; readonly signedIn: SessionKey | null };

type ChangeView = {
  readonly asks: "click" | "password";
  /** The address that the account would get. */
  readonly email: string;
  /** The account's present address, masked unless the browser is signed in to the account. */
  readonly movesFrom: string;
};

/** The effect that the link would have; undefined when it does not work. Does not use it up. */
export async function lookAtChange(
  identity: Identity,
  { token, signedIn }: ChangeConfirmation,
): Promise<ChangeView | undefined> {
  const change = await findChange(identity, token);
  if (!change) return undefined;
  const { userId, email, presentEmail: present } = change;
  return signedIn?.userId === userId
    ? { asks: "click", email, movesFrom: present }
    : { asks: "password", email, movesFrom: maskedEmail(present) };
}

/**
 * Uses the link up and gives the account the new, proven address; the links sent to the old one end. Needs a session
 * of that account, else `password_needed`: a mistyped address may be a stranger's. Refused when another account has
 * the address. An unproven account keeps only its password and this session.
 */
export async function changeAddress(
  identity: Identity,
  { token, signedIn }: ChangeConfirmation,
): Promise<Outcome<{ userId: Uuid; email: string }, "token_invalid" | "password_needed">> {
  const change = await findChange(identity, token);
  if (!change) return refused("token_invalid");
  if (signedIn?.userId !== change.userId) return refused("password_needed");
  return moveToNewAddress(identity, token, change, signedIn);
}

/** As `changeAddress` in any browser, with the account's password. The fifth wrong one ends the link. */
export async function changeAddressWithPassword(
  identity: Identity,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Outcome<{ userId: Uuid; email: string }, "token_invalid" | "invalid" | "busy">> {
  const change = await findChange(identity, token);
  if (!change) return refused("token_invalid");
  const stored = (await findCredential(identity.database.identity, change.presentEmail))?.passwordHash;
  const passwordCheck = await checkLinkPassword(identity, { token, stored, password });
  return passwordCheck.ok ? moveToNewAddress(identity, token, change, null) : passwordCheck;
}

type Change = { readonly userId: Uuid; readonly email: string; readonly presentEmail: string };

async function moveToNewAddress(
  identity: Identity,
  token: string,
  { userId, email }: Change,
  session: SessionKey | null,
): Promise<Outcome<{ userId: Uuid; email: string }, "token_invalid">> {
  return identity.database.withDuty("identity", async (sql) => {
    await lockAddress(sql, email);
    await lockAccount(sql, userId);
    // a reset or a new password may have ended the link meanwhile
    if ((await consumeToken(sql, "change-address", token)) === undefined) return refused("token_invalid");
    if (session && !(await isSessionOpen(sql, session))) return refused("token_invalid");
    if (await findAccount(sql, email)) return refused("token_invalid");
    // sent before the update, so it goes to the old address
    await tellOwner(identity, sql, { userId, kind: "address_changed" });
    await sql.query('UPDATE identity."user" SET email = $2, updated_at = now() WHERE id = $1', [
      userId,
      email,
    ]);
    await markProven(sql, userId, { password: true, sessionHash: session?.sessionHash });
    await dropRegistrations(sql, email);
    await endMailboxTokens(sql, userId);
    await identity.callbacks.onAddressChanged(sql, { userId, email });
    return done({ userId, email });
  });
}

async function findChange({ database }: Identity, token: string): Promise<Change | undefined> {
  const sql = database.identity;
  const value = await findToken(sql, "change-address", token);
  if (value === undefined) return undefined;
  const { userId, email } = readValue(value);
  const present = await findAddress(sql, userId);
  return present === undefined ? undefined : { userId, email, presentEmail: present };
}

// the token's value: the account, then its new address; `endTokensOfAccount` searches by the account
function valueFor(userId: Uuid, email: string): string {
  return `${userId} ${email}`;
}

function readValue(value: string): { userId: Uuid; email: string } {
  const [userId = "", email = ""] = value.split(" ");
  return { userId: userId as Uuid, email };
}
