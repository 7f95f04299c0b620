import { newId } from "#kernel/id.ts";
import { openHashing } from "#platform/identity/passwords/hashing.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { rowsOfSite } from "./site-database.ts";

const hashing = openHashing();
const hashes = new Map<string, Promise<string>>();

/** A hash costs a good part of a second; people with the same password have the same one here. */
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashing.hash(password);
  hashes.set(password, hash);
  return hash;
}

type AccountRole = "user" | "admin";
type SiteWithData = { readonly dataDir: string; readonly origin: string };

/**
 * Writes a customer, or an administrator, with a confirmed address and a password into the database of a running site, as
 * its owner.
 */
export async function makeCustomer(
  site: SiteWithData,
  email: string,
  password: string,
  role: AccountRole = "user",
): Promise<void> {
  await rowsOfSite(
    `WITH person AS (INSERT INTO identity."user" (id, email, name, email_verified) VALUES ($1, $2, '', true)),
       profile AS (INSERT INTO profiles (id, role, email, full_name, phone)
                   VALUES ($1, $4, $2, 'Ștefan Vizitator', '0722 000 111'))
     INSERT INTO identity.account (id, user_id, provider_id, account_id, password)
     VALUES (gen_random_uuid(), $1, 'credential', $1::uuid::text, $3)`,
    [newId(), email, await hashOf(password), role],
    site,
  );
}

/** Opens a session of this account. Resolves with what its cookie carries. */
export async function openSession(site: SiteWithData, email: string): Promise<string> {
  const token = newSecretToken();
  const opened = await rowsOfSite(
    `INSERT INTO identity.session (id, user_id, token, expires_at)
     SELECT gen_random_uuid(), id, $2, now() + interval '7 days' FROM identity."user" WHERE email = $1 RETURNING id`,
    [email, hashOfToken(token)],
    site,
  );
  if (opened.length === 0) throw new Error(`nobody has the address ${email}`);
  return token;
}
