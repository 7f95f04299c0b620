import { describe, expect, it } from "vitest";
import { addDays, addMonths, dayOf, instantOf } from "#kernel/time.ts";
import { nightOf, planSeason } from "./season-plan.ts";

const today = "2027-06-26";

describe("the plan of the sample season", () => {
  it("is the same for the same day", () => {
    expect(planSeason(today)).toEqual(planSeason(today));
  });

  it("has texts of the site that fit any month", () => {
    const { texts } = planSeason(today);
    const words = JSON.stringify([texts.hero, texts.about, texts.footer]);
    expect(words).not.toMatch(/ianuarie|februarie|martie|aprilie|\bmai\b|iunie|iulie|august|brie\b/i);
  });

  // a leap day, both clock changes, the turn of the year, and each weekday
  it.each([
    "2028-02-29",
    "2027-03-28",
    "2027-10-31",
    "2027-12-31",
    "2027-01-01",
    "2027-07-05",
    "2027-07-06",
    "2027-07-07",
  ])("has nights past, today, this week, this month and later around %s", (day) => {
    const dates = planSeason(day).nights.map((night) => night.date);
    expect(dates.length).toBeGreaterThanOrEqual(14);
    expect(dates.filter((date) => date < day && date > addMonths(day, -6)).length).toBeGreaterThanOrEqual(5);
    expect(dates).toContain(day);
    expect(dates.some((date) => date > day && date <= addDays(day, 7))).toBe(true);
    expect(
      dates.filter((date) => date > addDays(day, 7) && date <= addMonths(day, 1)).length,
    ).toBeGreaterThan(1);
    expect(dates.filter((date) => date > addMonths(day, 1)).length).toBeGreaterThan(3);
  });

  it("sells nothing later than the evening before, and nothing after its night", () => {
    const plan = planSeason(today);
    const midnight = instantOf(today, "00:00");
    for (const sale of plan.sales) {
      expect(sale.at.getTime()).toBeLessThan(midnight.getTime() - 10 * 60_000);
      for (const key of sale.nights)
        expect(nightOf(plan, key).date >= dayOf(sale.at), `${sale.id} ${key}`).toBe(true);
      for (const { at } of sale.admissions) expect(at.getTime()).toBeLessThan(midnight.getTime());
    }
  });

  it("spreads its purchases over six months, every month alive", () => {
    const months = new Map<string, number>();
    for (const sale of planSeason(today).sales.filter((one) => one.state === "paid"))
      months.set(dayOf(sale.at).slice(0, 7), (months.get(dayOf(sale.at).slice(0, 7)) ?? 0) + 1);
    expect([...months.keys()].sort()).toEqual(
      expect.arrayContaining(["2027-01", "2027-02", "2027-03", "2027-04", "2027-05", "2027-06"]),
    );
    expect(Math.min(...months.values())).toBeGreaterThan(10);
  });

  it("has its purchases, refunds and a night without room whatever the day", () => {
    for (let n = 0; n < 21; n++) {
      const plan = planSeason(addDays(today, n * 17));
      const count = (state: string) => plan.sales.filter((sale) => sale.state === state).length;
      expect(count("paid")).toBeGreaterThan(400);
      expect(count("refunded")).toBeGreaterThan(3);
      expect(count("partially_refunded")).toBeGreaterThan(0);
      expect(count("expired")).toBeGreaterThan(5);
      for (const buyer of ["customer", "subscriber"])
        expect(plan.sales.filter((sale) => sale.buyer === buyer).length).toBeGreaterThanOrEqual(3);
      const full = nightOf(plan, "balul-de-la-plaja");
      const taken = plan.sales
        .filter((sale) => sale.state === "paid" && sale.nights.includes(full.key))
        .reduce((all, sale) => all + sale.quantity * sale.type.entries, 0);
      expect(taken).toBe(full.capacity);
      const ofNight = plan.sales.filter((sale) => sale.type.key.startsWith("luna-plina/"));
      const phased = ofNight.filter((sale) => sale.type.key === "luna-plina/general");
      expect(phased.reduce((all, sale) => all + sale.quantity, 0)).toBeLessThan(80);
      expect(ofNight.reduce((all, sale) => all + sale.quantity * sale.type.entries, 0)).toBeLessThan(220);
    }
  });
});
