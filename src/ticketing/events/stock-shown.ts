import { availabilityOf, type EventSummary, lastTickets, type TicketTypeOnSale } from "./event.ts";

/** What pages show of a night's stock, in short: where two are equal, so is what stands on the pages. */
export type StockShown = { readonly card: string; readonly types: string };

type Card = Pick<EventSummary, "lowestPrice" | "totalTicketsAvailable" | "hasTypes">;

/** What a card says: from which price, and whether there are many left, the last few, or none. */
export function shownOnCard({ lowestPrice, totalTicketsAvailable, hasTypes }: Card): string {
  return hasTypes ? `${availabilityOf(totalTicketsAvailable)} ${lowestPrice ?? "-"}` : "";
}

/** What a night's own page says of each type on sale: the last few are counted. */
export function shownOfTypes(types: readonly Pick<TicketTypeOnSale, "id" | "available">[]): string {
  const short = types.map(
    ({ id, available }) => `${id} ${available > lastTickets ? "+" : Math.max(0, available)}`,
  );
  return short.sort().join(", ");
}

export type OfferLeft = { readonly id: string; readonly available: number };

/** What a page of offers says: which of them can be bought, not how many there are. */
export function shownOfOffers(offers: readonly OfferLeft[]): string {
  const left = offers.filter(({ available }) => available > 0).map(({ id }) => id);
  return left.sort().join(", ");
}
