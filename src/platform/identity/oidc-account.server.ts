import { canonicalEmail } from "#kernel/email-address.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { confirmOwner } from "./confirm-account.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import type { OidcPerson, OidcProvider } from "./oidc-door.server.ts";
import { findAccount, lockAddress } from "./register-account.server.ts";
import { endSessions } from "./sessions.server.ts";

export type LinkRefusal = "email_unverified";

/**
 * The account of somebody whom a provider knows: the one that is linked to it; else the one with the same address, or
 * a new one. An address counts only when the provider has verified it. Whoever signed up with the address before
 * without confirming it may not be its owner: that password and those sessions end.
 */
export async function accountOf(
  parts: IdentityParts,
  sql: Sql,
  provider: OidcProvider,
  person: OidcPerson,
): Promise<Outcome<Uuid, LinkRefusal>> {
  const linked = await sql.$client.query<{ userId: Uuid }>({
    name: "find-linked-account",
    text: `SELECT user_id AS "userId" FROM identity.account WHERE provider_id = $1 AND account_id = $2`,
    values: [provider.name, person.subject],
  });
  const [known] = linked.rows;
  if (known) return done(known.userId);
  const email = person.isEmailVerified ? canonicalEmail(person.email ?? "") : undefined;
  if (email === undefined) return refused("email_unverified");
  await lockAddress(sql, email);
  const present = await findAccount(sql, email);
  const userId = present?.id ?? (await insertPerson(parts, sql, email, person.fullName));
  if (present && !present.isConfirmed) {
    await sql.$client.query(
      "DELETE FROM identity.account WHERE user_id = $1 AND provider_id = 'credential'",
      [userId],
    );
    await endSessions(parts, sql, userId);
  }
  await sql.$client.query({
    name: "link-account",
    text: `INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES ($1, $2, $3, $4)
           ON CONFLICT (provider_id, account_id) DO NOTHING`,
    values: [newId(), userId, provider.name, person.subject],
  });
  await confirmOwner(parts, sql, userId);
  return done(userId);
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
