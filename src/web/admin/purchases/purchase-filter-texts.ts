import { formatShortDate } from "#kernel/time.ts";

/** The filters that the figures of the dashboard lead with. */
export const purchaseFilterTexts = {
  since: "Cumpărate",
  sinceDay: (day: string) => `din ${formatShortDate(day)}`,
  only: "Rânduri",
  counted: "ce numără rapoartele",
} as const;
