/**
 * `npm run check:production`: says what is missing before a first real sale, and sends a test email to the address
 * that emails come from. Exit status 1 when something stops the sale. The site may run meanwhile; with the embedded
 * database it must run.
 */
import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { sendOwnTestLetter } from "#ticketing/delivery/send-test-letter.server.ts";
import { checkSale } from "#ticketing/reports/sale-checks.server.ts";
import { readyReasons } from "#web/admin/status/ready-reason-texts.ts";
import { readyTexts as texts } from "#web/admin/status/ready-texts.ts";
import { type Config, readConfig } from "./config.ts";
import { secretOf, urlsOfRunning } from "./database-logins.ts";
import { databaseTrouble } from "./database-trouble.ts";
import { openServices } from "./open-services.ts";
import { projectFolder } from "./project-folder.ts";

const read = readConfig(process.env);
if ("problems" in read) {
  console.error(read.problems.join("\n"));
  process.exit(1);
}
try {
  process.exitCode = await check({ ...read.config, logLevel: "silent" });
} catch (error) {
  console.error(databaseTrouble(error) ?? (error as Error).message);
  process.exitCode = 1;
}

async function check(config: Config): Promise<number> {
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  const appSecret = secretOf(config, dataDir);
  const urls = urlsOfRunning(config, dataDir);
  const {
    cardSecretKey: secretKey = "",
    cardWebhookSecret: webhookSecret = "",
    cardApiBase: apiBase,
  } = config;
  const cards = { secretKey, webhookSecret, ...(apiBase ? { apiBase } : {}) };
  const site = await openServices(config, { urls, dataDir, appSecret: appSecret ?? "" }, cards, {});
  try {
    const checked = await checkSale(site, { letter: () => sendOwnTestLetter(site) });
    for (const { check, state, why, about } of checked)
      console.log(
        `${texts.states[state].padEnd(18)} ${texts.checks[check].title.padEnd(22)} ${readyReasons[why](about)}`,
      );
    const count = (wantedState: string) => checked.filter(({ state }) => state === wantedState).length;
    console.log(`${texts.lead(count("red"), count("unknown"))}\n${texts.nights}`);
    return count("red") === 0 ? 0 : 1;
  } finally {
    await site.close();
  }
}
