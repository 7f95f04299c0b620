/**
 * `npm run database:prepare`: with DATABASE_ADMIN_URL, makes roles and schemas and migrates; without the right to, it
 * prints the SQL that the operator of the database has to run. The embedded server needs none of this.
 */
import { join } from "node:path";
import pg from "pg";
import { codeOf } from "#platform/database/database.server.ts";
import { roleNames } from "#platform/database/database-roles.ts";
import { operatorSql, prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { findMissingLogin, tellLogin } from "./missing-login.ts";
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
  const missing = await findMissingLogin(adminUrl, prefix);
  await prepareDatabase({
    ownerUrl: adminUrl,
    folder,
    rolePrefix: prefix,
    ...(missing ? { loginPassword: missing.password } : {}),
  });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("INSERT INTO installation (mode) VALUES ($1) ON CONFLICT DO NOTHING", [mode]);
  await client.end();
  console.log(`Baza de date este pregătită (${mode}).`);
  if (missing) tellLogin(missing);
} catch (error) {
  if (codeOf(error) !== "42501") throw error;
  console.error(
    `Contului din DATABASE_ADMIN_URL îi lipsește un drept. Rulează, ca administrator al serverului:\n\n${operatorSql(roleNames(prefix))}`,
  );
  process.exit(1);
}
