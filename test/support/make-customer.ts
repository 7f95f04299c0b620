import pg from "pg";
import { newId } from "#kernel/id.ts";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { openHashing } from "#platform/identity/passwords/hashing.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";

const hashing = openHashing();

type AccountRole = "user" | "admin";

/**
 * Writes a customer, or an administrator, with a confirmed address, a password and a session into the database of the site that runs on this
 * data folder, as its owner. Resolves with what the session cookie carries.
 */
export async function makeCustomer(
  dataDir: string,
  email: string,
  password: string,
  role: AccountRole = "user",
): Promise<string> {
  const server = findEmbeddedServer(dataDir);
  if (!server) throw new Error("the site has no database");
  const token = newSecretToken();
  const owner = new pg.Client({ connectionString: server.ownerUrl() });
  await owner.connect();
  try {
    await owner.query(
      `WITH person AS (INSERT INTO identity."user" (id, email, name, email_verified) VALUES ($1, $2, '', true)),
         profile AS (INSERT INTO profiles (id, role, email, full_name, phone)
                     VALUES ($1, $5, $2, 'Ștefan Vizitator', '0722 000 111')),
         way_in AS (INSERT INTO identity.account (id, user_id, provider_id, account_id, password)
                    VALUES (gen_random_uuid(), $1, 'credential', $1::uuid::text, $3))
       INSERT INTO identity.session (id, user_id, token, expires_at)
       VALUES (gen_random_uuid(), $1, $4, now() + interval '7 days')`,
      [newId(), email, await hashing.hash(password), hashOfToken(token), role],
    );
  } finally {
    await owner.end();
  }
  return token;
}

/** Takes the role from all administrators but this one, whom other journeys may have made. */
export async function keepOneAdministrator(dataDir: string, email: string): Promise<void> {
  const server = findEmbeddedServer(dataDir);
  if (!server) throw new Error("the site has no database");
  const owner = new pg.Client({ connectionString: server.ownerUrl() });
  await owner.connect();
  await owner
    .query("UPDATE profiles SET role = 'user' WHERE role = 'admin' AND email <> $1", [email])
    .finally(() => owner.end());
}
