/**
 * `npm run create-admin`: makes an administrator, or gives the role to an existing person. Asks for the values that
 * ADMIN_EMAIL, ADMIN_NAME and ADMIN_PASSWORD do not give. There is no default account in production.
 */

import { createInterface } from "node:readline/promises";
import { openDatabase } from "#platform/database/database.server.ts";
import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { openIdentity } from "#platform/identity/identity.server.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { accountCallbacks } from "#ticketing/people/account-callbacks.server.ts";
import { createAdministrator } from "#ticketing/people/appoint-person.server.ts";
import { readConfig } from "./config.ts";
import { urlsOfRunning } from "./database-logins.ts";
import { projectFolder } from "./project-folder.ts";

const read = readConfig(process.env);
if ("problems" in read) {
  console.error(read.problems.join("\n"));
  process.exit(1);
}
const { config } = read;
const urls = urlsOfRunning(config, config.dataDir ?? defaultDataDir(projectFolder));
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const email = process.env.ADMIN_EMAIL ?? (await terminal.question("Email: "));
const fullName = process.env.ADMIN_NAME ?? (await terminal.question("Nume complet: "));
const password = process.env.ADMIN_PASSWORD ?? (await terminal.question("Parolă (cel puțin 8 caractere): "));
terminal.close();

const database = openDatabase({ urls, rolePrefix: config.rolePrefix, poolSize: 2 });
try {
  const identity = openIdentity({
    database,
    secret: config.appSecret ?? "create-admin signs nothing",
    origin: config.origin,
    seal: keySealOf(config.appSecret ?? "create-admin seals nothing", "second-factors"),
    callbacks: accountCallbacks({ origin: config.origin, lettersOn: async () => false }),
  });
  const created = await createAdministrator({ database, identity }, { email, password, fullName, phone: "" });
  if (!created.ok) {
    console.error(`Contul nu a fost făcut: ${created.refusal}`);
    process.exitCode = 1;
  } else console.log(`Administrator: ${email}`);
} finally {
  await database.close();
}
