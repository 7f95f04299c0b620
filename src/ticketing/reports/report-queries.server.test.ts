import { describe, expect, it } from "vitest";
import { addDays, addMonths, type Day } from "#kernel/time.ts";
import { inDays, onOneDay } from "#test/support/days.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { openStage } from "#test/support/stage.ts";
import { readDashboard } from "./dashboard-queries.server.ts";
import type { ReportPeriod } from "./report-period.ts";
import { readReport } from "./report-queries.server.ts";

const { season, site } = await openStage();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
await onOneDay();
const today = inDays(0);
const thisMonth = `${today.slice(0, 7)}-01`;

for (const inDays of [-40, -10, -3]) await season.night({ inDays, title: `Acum ${-inDays} zile` });
const upcoming = [];
for (const inDays of [3, 0, 9, 1, 5, 20, 2])
  upcoming.push({ inDays, id: await season.night({ inDays, title: `Peste ${inDays} zile` }) });
const nights = [...upcoming].sort((one, other) => one.inDays - other.inDays);
const tonight = upcoming[2]?.id;
if (!tonight) throw new Error("no night");
const ordinary = await season.ticketType({ events: [tonight], price: 12_050, title: "Intrare generală" });
const couple = await season.ticketType({ events: [tonight], price: 20_000, entries: 2, title: "Cuplu" });
const buyers = await season.people(3);
for (const [at, { sessionHash }] of buyers.entries())
  await sellOrder(site, { sessionHash, ticketTypeId: at === 0 ? couple : ordinary, quantity: at + 1 });
// Members of other months: none of the six before, two of the third, one of the last.
for (const [months, people] of [
  [-7, 4],
  [-3, 2],
  [-1, 1],
] as const)
  for (const { userId } of await season.people(people))
    await season.db`UPDATE profiles SET created_at = ${addMonths(thisMonth, months)}::date + time '12:00' WHERE id = ${userId}`;

const report = (period: ReportPeriod, day: Day = today) =>
  site.database.withActor(admin, (sql) => readReport(sql, period, day));

describe("the report", () => {
  it.each([
    ["7", 2],
    ["30", 3],
    ["90", 4],
    ["all", 4],
  ] as const)("of %s days counts the nights of its days up to today: %i (B8-24)", async (period, events) => {
    expect((await report(period)).now.events).toBe(events);
  });

  it("counts the sales within its days and nothing else (B8-02, B8-03, B8-25)", async () => {
    const sold = { purchases: 3, quantity: 6, revenue: 20_000 + 5 * 12_050 };
    for (const period of ["7", "30", "365", "all"] as const)
      expect((await report(period)).now).toMatchObject(sold);
    const later = addDays(today, 10);
    expect((await report("7", later)).now).toMatchObject({ purchases: 0, quantity: 0, revenue: 0 });
    expect((await report("7", later)).past).toMatchObject(sold);
    expect((await report("30", later)).now).toMatchObject(sold);
  });

  it("names each type by the ticket that was paid, most sold first (B8-11, B8-23)", async () => {
    const rows =
      await season.db`SELECT t.type AS name, sum(p.quantity)::float8 AS quantity FROM ticket_purchases p JOIN tickets t ON t.stripe_price_id = p.stripe_price_id GROUP BY t.type ORDER BY 2 DESC`;
    expect(rows.map(({ name }) => name)).toEqual(["Intrare generală", "Cuplu"]);
    expect((await report("all")).types).toEqual(rows);
  });

  it("shows the members who joined in each of six months, oldest first (B8-08, B8-26, B15-05)", async () => {
    const { months } = await report("7");
    expect(months.map(({ month }) => month)).toEqual(
      [-5, -4, -3, -2, -1, 0].map((distance) => addMonths(thisMonth, distance)),
    );
    // The administrator and the buyers joined this month.
    expect(months.map(({ members }) => members)).toEqual([0, 0, 2, 0, 1, 4]);
    expect(months.map(({ revenue }) => revenue)).toEqual([0, 0, 0, 0, 0, 80_250]);
  });

  it("shows zero for months without new members (B8-09)", async () => {
    const { months } = await report("30", addMonths(thisMonth, 9));
    expect(months.map(({ members, revenue }) => [members, revenue])).toEqual(Array(6).fill([0, 0]));
  });
});

describe("the dashboard", () => {
  it("has the next five nights, tonight's first (B2-22, B15-02)", async () => {
    const { next, events } = await site.database.withActor(admin, (sql) => readDashboard(sql, today));
    expect(next.map(({ id }) => id)).toEqual(nights.slice(0, 5).map(({ id }) => id));
    expect(events).toEqual({ inAll: 10, upcoming: 7, ended: 3, cancelled: 0 });
  });

  it("counts every member, and those of this month and the last (B2-06, B2-10, B2-24)", async () => {
    const { members } = await site.database.withActor(admin, (sql) => readDashboard(sql, today));
    expect(members).toMatchObject({ inAll: 11, thisMonth: 4, lastMonth: 1 });
  });

  it("compares equal lengths: complete days of this month with as many of the month before (one kind: an unfinished period against a whole one)", async () => {
    const days = ["02-03", "02-03", "02-20", "02-25", "03-02", "03-02", "03-02", "03-10", "03-29"];
    for (const [at, { userId }] of (await season.people(days.length)).entries())
      await season.db`UPDATE profiles SET created_at = ${`2031-${days[at]}`}::date + time '12:00' WHERE id = ${userId}`;
    const growthOn = async (day: Day) =>
      (await site.database.withActor(admin, (sql) => readDashboard(sql, day))).members.growth;
    expect(await growthOn("2031-03-01" as Day)).toBeNull();
    expect(await growthOn("2031-03-10" as Day)).toBe(50);
    // February has 28 days, so the 29th of March is compared with none
    expect(await growthOn("2031-03-31" as Day)).toBe(0);
  });
});
