import { afterAll } from "vitest";
import { openLog } from "#platform/log/log.server.ts";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { createMailGuard, type MailGuardOptions } from "#platform/mail/mail-guard.server.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { DeliveryServices } from "#ticketing/delivery/delivery-services.server.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import { findMail } from "#ticketing/letters/mail-settings-queries.server.ts";
import { openTestDatabase, type TestDatabase, testDatabase } from "./database.ts";
import { printsHere } from "./prints-here.ts";
import { openSeasonBuilder } from "./season-builder.ts";

const appSecret = "a secret of a test, long enough for anybody";

/** The services for mail, without settings but those that a test saves. The caller closes `database`. */
export async function mailServices(
  own: TestDatabase,
  guard: MailGuardOptions = {},
): Promise<MailServices & DeliveryServices> {
  const database = openTestDatabase(own.urls);
  const mailGuard = createMailGuard(guard);
  const mail: MailServices = {
    database,
    log: openLog("silent"),
    now: () => new Date(),
    origin: "https://club.example",
    settings: { mode: "demo", livemode: false, holdMinutes: 30, providerRate: 24 },
    mailGuard,
    mailSeal: keySealOf(appSecret, "mail-password"),
    openMail: (settings) =>
      openMail(
        { ...settings, timeouts: { connect: 1500, greeting: 1500, socket: 1500, whole: 3000 } },
        mailGuard,
      ),
    mailDefaults: null,
  } as Partial<MailServices> as MailServices;
  return {
    ...mail,
    keys: await openSigningKeys({ database, appSecret }),
    pdfRenderer: printsHere,
    findMail: () => findMail(mail),
  };
}

/** A database of the file's own, the services for mail, an administrator and a customer; closed after the last test. */
export async function openMailStage(guard: MailGuardOptions = {}) {
  const { ownerUrl, ...own } = await testDatabase();
  const season = await openSeasonBuilder(ownerUrl);
  const services = await mailServices({ ...own, ownerUrl }, guard);
  afterAll(() => services.database.close());
  const [admin, customer] = [await season.person("admin"), await season.person()];
  return { ownerUrl, season, client: season.client, db: season.db, services, admin, customer };
}
