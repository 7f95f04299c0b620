/**
 * `npm run database:prepare`: with DATABASE_ADMIN_URL, makes roles and schemas and migrates; without the right to, it
 * prints the SQL that the operator of the database has to run. The embedded server needs none of this.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { codeOf } from "#platform/database/database.server.ts";
import { roleNames } from "#platform/database/database-roles.ts";
import { operatorSql, prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { projectFolder } from "./project-folder.ts";

const folder = join(projectFolder, "migrations");
const adminUrl = process.env.DATABASE_ADMIN_URL;
const prefix = process.env.DATABASE_ROLE_PREFIX || "app";
const mode = process.env.ESTIVAL_MODE === "production" ? "production" : "demo";

if (!adminUrl) {
  console.error("DATABASE_ADMIN_URL lipsește: adresa unui cont care poate crea roluri și scheme.");
  process.exit(1);
}
try {
  const roles = roleNames(prefix);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS found", [
    roles.login,
  ]);
  const password = rows[0].found ? undefined : randomBytes(24).toString("base64url");
  await prepareDatabase({
    ownerUrl: adminUrl,
    folder,
    rolePrefix: prefix,
    ...(password ? { loginPassword: password } : {}),
  });
  await client.query("INSERT INTO installation (mode) VALUES ($1) ON CONFLICT DO NOTHING", [mode]);
  await client.end();
  console.log(`Baza de date este pregătită (${mode}).`);
  if (password) {
    const url = new URL(adminUrl);
    url.username = roles.login;
    url.password = password;
    console.log(`Contul site-ului, arătat o singură dată:\nDATABASE_URL=${url.href}`);
  }
} catch (error) {
  if (codeOf(error) !== "42501") throw error;
  console.error(
    `Contului din DATABASE_ADMIN_URL îi lipsește un drept. Rulează, ca administrator al serverului:\n\n${operatorSql(roleNames(prefix))}`,
  );
  process.exit(1);
}
