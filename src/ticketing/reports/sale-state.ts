import type { Day } from "#kernel/time.ts";

export type SaleState = "active" | "unavailable" | "soldOut" | "ended";

/** The state of a night on the dashboard; "active" only while tickets can be bought. */
export function saleState(
  sale: { readonly date: Day; readonly isAvailable: boolean; readonly isSoldOut: boolean },
  today: Day,
): SaleState {
  if (sale.date < today) return "ended";
  if (!sale.isAvailable) return "unavailable";
  return sale.isSoldOut ? "soldOut" : "active";
}

/** Sold of the capacity in whole percent; 0 without a capacity. */
export function percentSold(sold: number, capacity: number): number {
  return capacity === 0 ? 0 : Math.round((sold / capacity) * 100);
}
