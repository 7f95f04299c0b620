import { join } from "node:path";
import { afterAll } from "vitest";
import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import { openLog } from "#platform/log/log.server.ts";
import type { Services } from "#platform/services.ts";
import { openSpreadsheets } from "#platform/spreadsheet/spreadsheet.server.ts";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { limits } from "#ticketing/limits.ts";
import { type OrderServices, openHoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { type AtTheEnd, openTestDatabase, type TestDatabase } from "./database.ts";

const spreadsheetProgram = join(
  import.meta.dirname,
  "../../src/platform/spreadsheet/spreadsheet-process.server.ts",
);

export type TestServices = OrderServices & {
  readonly provider: Awaited<ReturnType<typeof startProviderInTest>>;
};

/** The services of one process, with a real database and a card provider of their own; closed after the last test. */
export async function testServices(
  database: TestDatabase,
  settings: Partial<Services["settings"]> = {},
  atTheEnd: AtTheEnd = afterAll,
): Promise<TestServices> {
  const provider = await startProviderInTest();
  const site = await processServices(database, provider, settings, atTheEnd);
  atTheEnd(async () => {
    await provider.close();
  });
  return { ...site, provider };
}

/** One more process on the same database and provider; its own clock may be wrong. */
export async function processServices(
  database: TestDatabase,
  provider: { apiBase: string },
  settings: Partial<Services["settings"]> = {},
  atTheEnd: AtTheEnd = afterAll,
  now = () => new Date(),
): Promise<OrderServices> {
  const services: Services = {
    database: openTestDatabase(database.urls),
    cards: createCardCheckout({ ...testKeys, apiBase: provider.apiBase, now }),
    log: openLog("silent"),
    spreadsheets: openSpreadsheets(spreadsheetProgram, limits.rowsOfWorkbook),
    now,
    origin: "http://127.0.0.1:3000",
    settings: { mode: "demo", livemode: false, holdMinutes: 30, providerRate: 1000, ...settings },
  };
  const holds = openHoldQueue(services);
  atTheEnd(async () => {
    await holds.close();
    services.cards.close();
    await services.database.close();
  });
  return { ...services, holds, captcha: null, checkoutRate: { waitFor: () => 0, giveBack: () => {} } };
}
