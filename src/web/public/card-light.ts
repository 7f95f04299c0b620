import type { SaleState } from "#ticketing/events/sale-state.ts";

const withoutLight: readonly SaleState[] = ["unavailable", "cancelled", "ended"];

/** Of nights that cannot be visited. */
export const isDimmed = (sale: SaleState): boolean => withoutLight.includes(sale);

/** The colour of a night's light; none of its own where it cannot be visited. */
export function cardLight(event: { light: string | null; sale?: SaleState }): string {
  if (event.sale && isDimmed(event.sale)) return "#46506e";
  return event.light ?? "#38f2c0";
}
