/** The letters' own job in a process of its own: delivers what is due whenever it is told, and says how long it took. */

import { openDatabase } from "#platform/database/database.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { openLog } from "#platform/log/log.server.ts";
import { openMail } from "#platform/mail/mail-door.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { deliverLetters } from "#ticketing/delivery/deliver-letters.server.ts";
import type { DeliveryServices } from "#ticketing/delivery/delivery-services.server.ts";

const [url = "", port] = process.argv.slice(2);
const database = openDatabase({ urls: loginAddresses(url, "app"), rolePrefix: "app" });
const mail = openMail({
  host: "127.0.0.1",
  port: Number(port),
  security: "loopback",
  from: { name: "Clubul de Vară", address: "salut@club.example" },
});
const services: Omit<DeliveryServices, "cards"> = {
  database,
  log: openLog("silent"),
  now: () => new Date(),
  origin: "https://club.example",
  settings: { mode: "demo", livemode: false, holdMinutes: 30, providerRate: 24 },
  keys: await openSigningKeys({ database, appSecret: "a secret of a bench, long enough for anybody" }),
  findMail: async () => mail,
};

process.on("message", async () => {
  const begun = performance.now();
  const { sent } = await deliverLetters(services as DeliveryServices);
  process.send?.({ sent, seconds: (performance.now() - begun) / 1000 });
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
