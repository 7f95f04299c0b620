/**
 * `npm run database:prepare`: with DATABASE_ADMIN_URL, makes roles, logins and schemas, and migrates. Without the
 * right to do so, it prints the SQL that the database's operator must run. The embedded server needs none of this.
 * With `-- --retire-login` the login of earlier versions loses its rights beyond the public pages, once no earlier
 * version runs.
 */

import { join } from "node:path";
import pg from "pg";
import { codeOf } from "#platform/database/database.server.ts";
import { roleNames } from "#platform/database/database-roles.ts";
import { operatorSql, prepareDatabase, retirementSql } from "#platform/database/prepare-database.server.ts";
import { noteFormerLogin, retireFormerLogin } from "#platform/database/prepare-logins.server.ts";
import { only } from "#platform/database/sql.ts";
import { readDatabaseConfig } from "./config.ts";
import { findLogins, printLogins } from "./database-logins.ts";
import { databaseTrouble } from "./database-trouble.ts";
import { projectFolder } from "./project-folder.ts";

const folder = join(projectFolder, "migrations");
const adminUrl = process.env.DATABASE_ADMIN_URL;
const settings = readDatabaseConfig(process.env);
const mode = process.env.ESTIVAL_MODE === "production" ? "production" : "demo";
const isRetiring = process.argv.includes("--retire-login");

if (!adminUrl) {
  console.error("DATABASE_ADMIN_URL lipsește: adresa unui cont care poate crea roluri și scheme.");
  process.exit(1);
}
const roles = roleNames(settings.rolePrefix);
const fail = (error: unknown): never => {
  console.error(databaseTrouble(error) ?? error);
  process.exit(1);
};
const logins = await findLogins(adminUrl, settings, process.env.APP_SECRET || undefined).catch(fail);
try {
  const migrations = await prepareDatabase({
    ownerUrl: adminUrl,
    folder,
    rolePrefix: settings.rolePrefix,
    passwordOf: logins.passwordOf,
  });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("INSERT INTO installation (mode) VALUES ($1) ON CONFLICT DO NOTHING", [mode]);
    await noteFormerLogin(client, roles);
    for (const name of migrations) console.log(`Migrarea ${name} este făcută.`);
    console.log(`Baza de date este pregătită (${mode}).`);
    printLogins(logins.lines);
    if (isRetiring) await retire(client);
  } finally {
    await client.end();
  }
} catch (error) {
  if (codeOf(error) !== "42501") fail(error);
  const { account, database } = await namesAt(adminUrl);
  const sql = [
    operatorSql(roles, { passwordOf: logins.printedPasswordOf, account, database }),
    ...(isRetiring ? [retirementSql(roles)] : []),
  ].join("\n");
  console.error(
    `Contului din DATABASE_ADMIN_URL îi lipsește un drept. Rulează, ca administrator al serverului:\n\n${sql}`,
  );
  process.exit(1);
}

type Names = { readonly account: string; readonly database: string };

async function namesAt(address: string): Promise<Names> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<Names>(
      "SELECT current_user AS account, current_database() AS database",
    );
    return only(rows);
  } finally {
    await client.end();
  }
}

async function retire(client: pg.Client): Promise<void> {
  if (await retireFormerLogin(client, roles)) {
    console.log(`Contul ${roles.formerLogin} mai poate doar ce văd vizitatorii.`);
    return;
  }
  console.error(
    `Încă rulează un proces al unei versiuni vechi, cu contul ${roles.formerLogin}: oprește-l, apoi rulează din nou.`,
  );
  process.exitCode = 1;
}
