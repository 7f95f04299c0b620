import type { RouterContextProvider } from "react-router";
import type { Day } from "#kernel/time.ts";
import type { EventSummary } from "#ticketing/events/event.ts";
import type { EventPage } from "#ticketing/events/event-queries.server.ts";
import { type OfferLeft, shownOfOffers, shownOfTypes, shownOnCard } from "#ticketing/events/stock-shown.ts";
import { pageFactsContext } from "#web/request/request-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Notes that these nights stand on the page as cards: it ends when one of them changes, or has something else left. */
export function noteCards(context: Context, events: readonly EventSummary[], today: Day): void {
  const { subjects, stock } = context.get(pageFactsContext);
  for (const event of events) {
    subjects.add(`event:${event.id}`);
    // what is left of a past night is not shown
    if (event.date >= today) stock.set(`card:${event.id}`, shownOnCard(event));
  }
}

/** Notes that the page is this night's own: it counts the last few of each type. */
export function noteNight(context: Context, { event, types, others }: EventPage, today: Day): void {
  const { subjects, stock } = context.get(pageFactsContext);
  subjects.add(`event:${event.id}`);
  if (event.date >= today)
    stock.set(`types:${event.id}`, shownOfTypes(types.filter(({ isInSalesWindow }) => isInSalesWindow)));
  noteCards(context, others, today);
}

/** Notes which offers the page has: it ends when one sells out or can be bought again. */
export function noteOffers(
  context: Context,
  place: "tickets" | "season-pass",
  offers: readonly OfferLeft[],
): void {
  context.get(pageFactsContext).stock.set(`offers:${place}`, shownOfOffers(offers));
}
