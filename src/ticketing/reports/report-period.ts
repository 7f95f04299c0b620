import { addDays, addMonths, type Day } from "#kernel/time.ts";

export const reportPeriods = ["7", "30", "90", "365", "all"] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

export type Span = { readonly from: Day; readonly to: Day };

/**
 * The days of a period that ends today, and as many days before them; calendar days in Bucharest, both ends included.
 * "All" has no beginning and nothing before it.
 */
export function spansOf(period: ReportPeriod, today: Day): { span: Span | null; before: Span | null } {
  if (period === "all") return { span: null, before: null };
  const days = Number(period);
  const from = addDays(today, 1 - days);
  return { span: { from, to: today }, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

/** The first days of the last six calendar months, this one included, oldest first. */
export function sixMonths(today: Day): Day[] {
  const first = `${today.slice(0, 7)}-01`;
  return [-5, -4, -3, -2, -1, 0].map((months) => addMonths(first, months));
}

/**
 * The first month that lies completely within a period that starts on this day: earlier days are summed by day, from
 * here on by month.
 */
export function firstWholeMonth(from: Day): Day {
  return from.endsWith("-01") ? from : addMonths(`${from.slice(0, 7)}-01`, 1);
}

/** Change in whole percent; null when there was nothing before to compare with. */
export function growthOf(now: number, before: number): number | null {
  if (before === 0) return now === 0 ? 0 : null;
  return Math.round(((now - before) / Math.abs(before)) * 100);
}

/** Sold of the capacity in whole percent; 0 without a capacity. */
export function percentSold(sold: number, capacity: number): number {
  return capacity === 0 ? 0 : Math.round((sold / capacity) * 100);
}
