/** A process that sends the due emails and ends; fault tests kill it. Settings come as JSON. */
import { openDatabase } from "#platform/database/database.server.ts";
import { openLog } from "#platform/log/log.server.ts";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { deliverLetters } from "#ticketing/delivery/deliver-letters.server.ts";
import type { DeliveryServices } from "#ticketing/delivery/delivery-services.server.ts";
import { printsHere } from "./prints-here.ts";

const { urls, appSecret, mailPort } = JSON.parse(process.argv[2] ?? "{}");
const database = openDatabase({ urls, rolePrefix: "app", startTimeout: 60_000 });
const mail = openMail({
  host: "127.0.0.1",
  port: mailPort,
  security: "loopback",
  from: { name: "Clubul de Vară", address: "salut@club.example" },
});
const services: Omit<DeliveryServices, "cards" | "spreadsheets"> = {
  database,
  log: openLog("silent"),
  now: () => new Date(),
  origin: "https://club.example",
  settings: { mode: "demo", livemode: false, holdMinutes: 30, providerRate: 24 },
  keys: await openSigningKeys({ database, appSecret }),
  pdfRenderer: printsHere,
  findMail: async () => mail,
};
process.stdout.write(JSON.stringify(await deliverLetters(services as DeliveryServices)));
await database.close();
