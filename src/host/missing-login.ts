import { randomBytes } from "node:crypto";
import pg from "pg";
import { roleNames } from "#platform/database/database-roles.ts";

/** The site's own login, where the server does not have it yet: it is made with this password, which is told once. */
export type MissingLogin = { readonly password: string; readonly databaseUrl: string };

/** Undefined where the login exists: its password stays, and nobody can read it. */
export async function findMissingLogin(
  adminUrl: string,
  rolePrefix: string,
): Promise<MissingLogin | undefined> {
  const { login } = roleNames(rolePrefix);
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [login]);
    if (rows.length > 0) return undefined;
  } finally {
    await client.end();
  }
  const password = randomBytes(24).toString("base64url");
  // as text: an address with a socket in the place of the host is none to URL
  const databaseUrl = adminUrl.replace(/^(\w+:\/\/)(?:[^@/?]*@)?/, `$1${login}:${password}@`);
  return { password, databaseUrl };
}

export function tellLogin({ databaseUrl }: MissingLogin): void {
  console.log(`Contul site-ului, arătat o singură dată:\nDATABASE_URL=${databaseUrl}`);
}
