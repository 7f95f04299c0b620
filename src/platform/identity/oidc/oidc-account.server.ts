import { canonicalEmail } from "#kernel/email-address.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccount, lockAccountOf, lockAddress } from "../accounts/account-locks.server.ts";
import { insertUser } from "../accounts/account-store.server.ts";
import { proveAddress } from "../accounts/prove-address.server.ts";
import { sendAccountLink } from "../accounts/register-account.server.ts";
import type { Identity } from "../identity.server.ts";
import { tellOwner } from "../letters/tell-owner.server.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { lockWithSession, type SessionKey } from "../sessions/own-sessions.server.ts";
import type { OidcPerson, OidcProvider } from "./oidc-client.server.ts";

/** `email_taken`: another person may have the account of the address; its owner signs in another way. */
export type LinkRefusal = "email_unverified" | "email_taken";

/** The identity is already linked, to this account or to another. */
export type TakenRefusal = "identity_taken";

type NamedPerson = {
  readonly provider: OidcProvider;
  readonly person: OidcPerson;
  /** The network address of the person's browser. */
  readonly address: string;
};

/**
 * The account of a person whom a provider names: the linked one, else the one of the email address, else a new one;
 * the last two get the link. Refused when the provider has not proven the address, and for an account that exists when
 * it does not say whose the address is now. A new account of such an address stays unproven until its mailbox answers,
 * and is swept like a sign-up when it does not.
 * A linked account whose own address is unproven counts only for the same address.
 */
export async function findOrMakeAccount(
  identity: Identity,
  sql: Sql,
  { provider, person, address }: NamedPerson,
): Promise<Outcome<Uuid, LinkRefusal>> {
  const email = person.emailProof === "none" ? undefined : canonicalEmail(person.email ?? "");
  const linkedAccount = await findLinked(sql, provider, person);
  if (linkedAccount && (linkedAccount.isConfirmed || !(await identity.callbacks.lettersOn()))) {
    await lockAccount(sql, linkedAccount.userId);
    // a password reset may have removed the link meanwhile
    return (await findLinked(sql, provider, person))
      ? done(linkedAccount.userId)
      : refused("email_unverified");
  }
  if (email === undefined || (linkedAccount && linkedAccount.email !== email))
    return refused("email_unverified");
  await lockAddress(sql, email);
  const accountOfAddress = await lockAccountOf(sql, email);
  if (accountOfAddress && person.emailProof !== "now") {
    const linkedNow = await findLinked(sql, provider, person);
    if (linkedNow?.userId !== accountOfAddress.id) return refused("email_taken");
  }
  const userId = accountOfAddress?.id ?? (await insertPerson(identity, sql, email, person));
  // ends what others added, before the link is added
  if (person.emailProof === "now") await proveAddress(identity, sql, userId, { password: false });
  else {
    const account = await lockAccountOf(sql, email);
    if (account) await sendAccountLink(identity, sql, account, { email, address });
  }
  const isNewLink = await insertLink(sql, { userId, provider: provider.name, subject: person.subject });
  // the owner of an older account gets an email about the new way to sign in; a new account has no other way
  if (isNewLink && accountOfAddress?.isConfirmed)
    await tellOwner(identity, sql, { userId, kind: "identity_linked" });
  return done(userId);
}

async function findLinked(
  sql: Sql,
  provider: OidcProvider,
  person: OidcPerson,
): Promise<{ userId: Uuid; email: string; isConfirmed: boolean } | undefined> {
  const { rows } = await sql.query<{ userId: Uuid; email: string; isConfirmed: boolean }>({
    name: "find-linked-account",
    text: `SELECT u.id AS "userId", u.email, u.email_verified AS "isConfirmed"
           FROM identity.account a JOIN identity."user" u ON u.id = a.user_id WHERE a.provider_id = $1 AND a.account_id = $2`,
    values: [provider.name, person.subject],
  });
  return rows[0];
}

type Link = { readonly userId: Uuid; readonly provider: string; readonly subject: string };

/** Links an identity to an account. The caller has locked the account, then checked that its owner asks for this. */
export async function linkIdentity(
  identity: Identity,
  sql: Sql,
  link: Link,
): Promise<Outcome<null, TakenRefusal>> {
  if (!(await insertLink(sql, link))) return refused("identity_taken");
  await tellOwner(identity, sql, { userId: link.userId, kind: "identity_linked" });
  return done(null);
}

async function insertLink(sql: Sql, { userId, provider, subject }: Link): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "link-account",
    text: `INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES ($1, $2, $3, $4)
           ON CONFLICT (provider_id, account_id) DO NOTHING`,
    values: [newId(), userId, provider, subject],
  });
  return rowCount === 1;
}

async function insertPerson(
  { callbacks }: Pick<Identity, "callbacks">,
  sql: Sql,
  email: string,
  { fullName, emailProof }: OidcPerson,
): Promise<Uuid> {
  const userId = newId();
  const confirmWithin =
    emailProof === "now" || !(await callbacks.lettersOn()) ? null : accountDurations.registration;
  await insertUser(sql, { userId, email, confirmWithin });
  await callbacks.onAccount(sql, { userId, email, fullName, phone: "" });
  return userId;
}

/** Removes a linked identity or the password, but never the last of them. Refused when the session has ended. */
export async function unlinkIdentity(
  identity: Identity,
  { userId, sessionHash, identityId }: SessionKey & { identityId: Uuid },
): Promise<Outcome<null, "identity_unknown" | "last_identity" | "session_not_found">> {
  return identity.database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, { userId, sessionHash }))) return refused("session_not_found");
    const { rows } = await sql.query<{ id: Uuid }>("SELECT id FROM identity.account WHERE user_id = $1", [
      userId,
    ]);
    if (!rows.some(({ id }) => id === identityId)) return refused("identity_unknown");
    if (rows.length === 1) return refused("last_identity");
    await sql.query("DELETE FROM identity.account WHERE id = $1", [identityId]);
    // ends sign-ins and links with the provider that have begun
    await sql.query("DELETE FROM identity.flow_state WHERE user_id = $1 OR links_to = $1", [userId]);
    await tellOwner(identity, sql, { userId, kind: "identity_unlinked" });
    return done(null);
  });
}
