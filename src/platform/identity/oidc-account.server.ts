import { canonicalEmail } from "#kernel/email-address.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { lockAccount } from "./factors.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import type { OidcPerson, OidcProvider } from "./oidc-door.server.ts";
import { proveAddress } from "./prove-address.server.ts";
import { findAccount, lockAddress } from "./register-account.server.ts";
import { tellOwner } from "./tell-owner.server.ts";

export type LinkRefusal = "email_unverified";

/** The person at the provider already opens an account, this one or another. */
export type TakenRefusal = "identity_taken";

/**
 * The account of somebody whom a provider knows: the one that is linked to it; else the one with the same address, or
 * a new one. An address counts only when the provider has verified it, and is proven by that: whatever was added to an
 * account that was used unproven goes. While letters are on nobody is signed in to such an account by its link alone.
 */
export async function accountOf(
  parts: IdentityParts,
  sql: Sql,
  provider: OidcProvider,
  person: OidcPerson,
): Promise<Outcome<Uuid, LinkRefusal>> {
  const email = person.isEmailVerified ? canonicalEmail(person.email ?? "") : undefined;
  const linked = await sql.$client.query<{ userId: Uuid; email: string; isConfirmed: boolean }>({
    name: "find-linked-account",
    text: `SELECT u.id AS "userId", u.email, u.email_verified AS "isConfirmed"
           FROM identity.account a JOIN identity."user" u ON u.id = a.user_id WHERE a.provider_id = $1 AND a.account_id = $2`,
    values: [provider.name, person.subject],
  });
  const [known] = linked.rows;
  if (known && (known.isConfirmed || !(await parts.callbacks.lettersOn()))) return done(known.userId);
  if (email === undefined || (known && known.email !== email)) return refused("email_unverified");
  await lockAddress(sql, email);
  const present = await findAccount(sql, email);
  const userId = present?.id ?? (await insertPerson(parts, sql, email, person.fullName));
  // what others added goes before the link comes
  await proveAddress(parts, sql, userId, { password: false });
  await insertLink(sql, { userId, provider: provider.name, subject: person.subject });
  // whose account it was before hears of the new way in; a new account has only this one
  if (present?.isConfirmed) await tellOwner(parts, sql, { userId, kind: "identity_linked" });
  return done(userId);
}

type Link = { readonly userId: Uuid; readonly provider: string; readonly subject: string };

/** Gives an account one more way in. The caller has made sure that its owner asks for it. */
export async function linkIdentity(
  parts: IdentityParts,
  sql: Sql,
  link: Link,
): Promise<Outcome<null, TakenRefusal>> {
  await lockAccount(sql.$client, link.userId);
  if (!(await insertLink(sql, link))) return refused("identity_taken");
  await tellOwner(parts, sql, { userId: link.userId, kind: "identity_linked" });
  return done(null);
}

async function insertLink(sql: Sql, { userId, provider, subject }: Link): Promise<boolean> {
  const { rowCount } = await sql.$client.query({
    name: "link-account",
    text: `INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES ($1, $2, $3, $4)
           ON CONFLICT (provider_id, account_id) DO NOTHING`,
    values: [newId(), userId, provider, subject],
  });
  return rowCount === 1;
}

async function insertPerson(
  { library, callbacks }: IdentityParts,
  sql: Sql,
  email: string,
  fullName: string,
): Promise<Uuid> {
  const userId = newId();
  await library.within(sql, async (store) => {
    await store.createUser({ id: userId, email, name: "", emailVerified: false }, { method: "oauth" });
  });
  await callbacks.onAccount(sql, { userId, email, fullName, phone: "" });
  return userId;
}
