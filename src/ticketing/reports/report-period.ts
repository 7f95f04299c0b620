import { addDays, addMonths, type Day } from "#kernel/time.ts";

export const reportPeriods = ["7", "30", "90", "365", "all"] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

export type Span = { readonly from: Day; readonly to: Day };

/** A period up to today, and as many days before it, calendar days in Bucharest. "All" has no first day. */
export function spansOf(period: ReportPeriod, today: Day): { span: Span | null; before: Span | null } {
  if (period === "all") return { span: null, before: null };
  const days = Number(period);
  const from = addDays(today, 1 - days);
  return { span: { from, to: today }, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

/** The first days of the last six calendar months, the present one included, oldest first. */
export function sixMonths(today: Day): Day[] {
  const first = `${today.slice(0, 7)}-01`;
  return [-5, -4, -3, -2, -1, 0].map((months) => addMonths(first, months));
}

/**
 * The first whole month of a period that begins on this day. Days before it are summed by day, later ones by month.
 */
export function firstWholeMonth(from: Day): Day {
  return from.endsWith("-01") ? from : addMonths(`${from.slice(0, 7)}-01`, 1);
}

/** The change in whole percent; null when the earlier value is 0 and the new one is not. */
export function growthOf(now: number, before: number): number | null {
  if (before === 0) return now === 0 ? 0 : null;
  return Math.round(((now - before) / Math.abs(before)) * 100);
}

/** The sold part of the capacity in whole percent; 0 without a capacity. */
export function percentSold(sold: number, capacity: number): number {
  return capacity === 0 ? 0 : Math.round((sold / capacity) * 100);
}
