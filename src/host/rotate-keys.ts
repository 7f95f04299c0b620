/**
 * `npm run rotate-keys -- 2027-10-31`: makes new keys for tickets and their check groups; every process uses them
 * after `ticketKeysBegin`. Older signatures are valid until the end of that day in Bucharest, and void after it: name
 * the last night for which tickets are sold. The sale goes on.
 */
import { spanInWords } from "#kernel/romanian.ts";
import { addDays, formatInstant, inSeconds, instantOf } from "#kernel/time.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { keyDurations } from "#platform/signing/key-durations.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { replaceTicketKeys } from "#platform/signing/signing-key-rows.server.ts";
import { readConfig } from "./config.ts";
import { secretOf, urlsOfRunning } from "./database-logins.ts";
import { projectFolder } from "./project-folder.ts";

const read = readConfig(process.env);
const lastDay = process.argv[2] ?? "";
if ("problems" in read) {
  console.error(read.problems.join("\n"));
  process.exit(1);
}
const { config } = read;
try {
  const goodUntil = endOf(lastDay);
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  const database = openDatabase({
    urls: urlsOfRunning(config, dataDir),
    rolePrefix: config.rolePrefix,
    poolSize: 1,
  });
  try {
    const secret = secretOf(config, dataDir);
    if (secret === undefined) throw new Error("APP_SECRET lipsește");
    const seal = keySealOf(secret, "signing-keys");
    const newKeyIds = await replaceTicketKeys(database, seal, { now: new Date(), goodUntil });
    console.log(
      `Chei noi: ${newKeyIds.join(", ")}, folosite peste ${spanInWords(keyDurations.ticketKeysBegin)}. Cele vechi sunt bune până la ${formatInstant(goodUntil)}.`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(`Cheile nu au fost schimbate: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** The midnight that ends a day. For a night that ends the next morning, give the next day. */
function endOf(day: string): Date {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day))
    throw new Error("până când rămân bune cele vechi? npm run rotate-keys -- 2027-10-31");
  const end = instantOf(addDays(day, 1), "00:00");
  if (end.getTime() - Date.now() < inSeconds.day * 1000)
    throw new Error("ziua trebuie să fie cel puțin cea de mâine");
  return end;
}
