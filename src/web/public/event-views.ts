import { type Day, dayOf, wallTimeOf } from "#kernel/time.ts";
import type { TicketTypeOnSale } from "#ticketing/events/event.ts";
import { limits } from "#ticketing/limits.ts";
import { phaseNote, pricedType } from "#web/request/phase-note.ts";
import { nightsInWords } from "#web/request/ticket-nights-texts.ts";

/** Returns the day and the hour in Bucharest; null without an instant. */
export function shownMoment(at: string | null): { day: Day; time: string } | null {
  if (at === null) return null;
  const instant = new Date(at);
  return { day: dayOf(instant), time: wallTimeOf(instant) };
}

export type TicketTypeView = ReturnType<typeof ticketTypeView>;

export function ticketTypeView(type: TicketTypeOnSale, now: Date) {
  return {
    ...pricedType(type),
    description: type.description,
    // such as "Early Bird 80 LEI", and how long it lasts
    phaseNote: phaseNote(type, now),
    enterUntil: type.enterUntil,
    most: Math.min(limits.quantity, type.available, Math.floor(limits.peoplePerOrder / type.entries)),
    // said only when few are left; `panelOf` hides it when types share these places
    left: type.available <= limits.lastTickets ? type.available : null,
    // a type without a price at the card provider is shown, but cannot be bought
    configured: type.off !== "price_pending",
    // must be the only type in its order
    isSoldAlone: type.family !== "ordinary",
    isUnlocked: type.requiresCode,
    hasOneCode: type.codePer === "order",
    nights: nightsInWords(type),
  };
}
