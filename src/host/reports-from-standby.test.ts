/** Pages and files that are read at a standby, and what they say of it. */
import { RouterContextProvider } from "react-router";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "#platform/database/database.server.ts";
import { openLog } from "#platform/log/log.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { openStandbyInTest } from "#test/support/standby-in-test.ts";
import { type Administrator, administratorContext } from "#web/admin/administrator.server.ts";
import { loader as report } from "#web/admin/reports/report-route.tsx";
import { loader as settledDays } from "#web/admin/settlement/settlement-days-route.tsx";
import { loader as settledNight } from "#web/admin/settlement/settlement-route.tsx";
import { readStatusView } from "#web/admin/status/status-reading.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { createExports } from "./exports.ts";

const primary = await testDatabase();
const standby = await openStandbyInTest();
const season = await openSeasonBuilder(primary.ownerUrl);
const thereSeason = await openSeasonBuilder(standby.database.ownerUrl);
const database = openDatabase({
  ...{ urls: primary.urls, rolePrefix: "app", startTimeout: 15_000, standby: standby.options },
});
afterAll(() => database.close());
const { userId } = await season.person("admin");
const administrator = { kind: "person", userId, role: "admin", fullName: "Ana", email: "ana@exemplu.ro" };
const night = await season.night({ title: "Noaptea de aici" });
const nightThere = await thereSeason.night({ title: "Noaptea de la rezervă" });
const site = {
  ...(await testServices(primary)),
  ...{ database, log: openLog("silent"), stops: { stops: [] }, mailDefaults: null },
  findVisitor: async () => administrator,
} as unknown as SiteServices;

beforeEach(() => standby.beat(5));

async function load(loader: unknown, path: string, params = {}): Promise<Record<string, unknown>> {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  context.set(administratorContext, administrator as unknown as Administrator);
  const request = new Request(`http://127.0.0.1:3000${path}`);
  const answer = await (loader as (args: object) => Promise<{ data?: { view: object } }>)({
    ...{ context, request, params },
  });
  return (answer.data?.view ?? answer) as Record<string, unknown>;
}

describe("from a standby", () => {
  it("the report comes, and says how old it is and until when it goes", async () => {
    const { age, until, list } = await load(report, "/admin/reports");
    expect(age).toMatch(/^Date vechi de cel mult (\d{1,2} (de )?secunde|un minut)$/);
    expect(until).toMatch(/^\d\d:\d\d$/);
    expect(JSON.stringify(list)).toContain("Noaptea de la rezervă");
    await standby.beat(null);
    const now = await load(report, "/admin/reports");
    expect(now.age).toBeNull();
    expect(JSON.stringify(now.list)).toContain("Noaptea de aici");
  });

  it("the settlement of a night and of days comes, and says how old it is", async () => {
    expect((await load(settledNight, "/x", { id: nightThere })).sub).toMatch(
      /2\d{3}\. Date vechi de cel mult /,
    );
    expect((await load(settledDays, "/admin/settlement")).sub).toMatch(/\. Date vechi de cel mult /);
    await standby.beat(61);
    expect((await load(settledNight, "/x", { id: night })).sub).toMatch(/2\d{3}$/);
  });

  const nameOf = async (path: string) => {
    const answer = await createExports(site).request(path);
    await answer.arrayBuffer();
    return answer.headers.get("content-disposition");
  };
  it.each([
    "/purchases.csv",
    "/reports.csv",
    "/reconciliation.csv",
    "/codes.csv",
    "/settlement.csv?event=NIGHT",
    "/settlement.pdf?from=2027-07-01&to=2027-07-31",
  ])("the file %s comes, and its name says until when it goes", async (path) => {
    expect(await nameOf(path.replace("NIGHT", nightThere))).toMatch(
      /^attachment; filename="[a-z].*-pana-la-\d\d-\d\d-\d\d\.(csv|pdf)"$/,
    );
    await standby.beat(61);
    expect(await nameOf(path.replace("NIGHT", night))).not.toContain("pana-la");
  });

  it("the status page says how old its data are, and that a standby is not used", async () => {
    const standbyOf = async () =>
      (await readStatusView(site, administrator as unknown as Administrator)).machine.standby;
    expect(await standbyOf()).toMatchObject({
      state: "fine",
      text: expect.stringMatching(/: date vechi de cel mult (\d{1,2} (de )?secunde|un minut)\.$/),
    });
    await standby.beat(61);
    expect(await standbyOf()).toMatchObject({ state: "look" });
  });
});
