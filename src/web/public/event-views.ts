import { type Day, dayOf, wallTimeOf } from "#kernel/time.ts";
import type { EventPicture, TicketTypeOnSale } from "#ticketing/events/event.ts";
import type { EventPageData } from "#ticketing/events/event-queries.server.ts";
import { placeOf } from "#ticketing/events/map-link.ts";
import { limits } from "#ticketing/limits.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { phaseNote, pricedType } from "#web/request/phase-note.ts";
import { nightsInWords } from "#web/request/ticket-nights-texts.ts";
import type { PictureView } from "#web/ui/picture.tsx";

type Pictured = { readonly picture: EventPicture | null; readonly imagePosition: ImagePosition };

/** A picture with its own crop for wide screens was composed around its horizon; others keep their chosen position. */
export function pictureView({ picture, imagePosition }: Pictured): PictureView | null {
  if (!picture) return null;
  return {
    sources: [...picture.sources],
    width: picture.width,
    height: picture.height,
    position: picture.wide ? null : imagePosition,
    alt: picture.altText,
  };
}

export function widePictureView({ picture }: Pictured): PictureView | null {
  if (!picture?.wide) return null;
  return {
    sources: [...picture.wide.sources],
    width: picture.wide.width,
    height: picture.wide.height,
    position: null,
  };
}

/** A moment as pages say it. */
export function shownMoment(at: string | null): { day: Day; time: string } | null {
  if (at === null) return null;
  const instant = new Date(at);
  return { day: dayOf(instant), time: wallTimeOf(instant) };
}

/** The address of a night, else the club's, with the visitor's own map. */
export function wayThere(
  { event, address, directions }: Pick<EventPageData, "event" | "address" | "directions">,
  clubAddress: string,
) {
  const place = placeOf({ location: event.location, address }, clubAddress);
  return place && { ...place, directions };
}

export type TicketTypeView = ReturnType<typeof ticketTypeView>;

export function ticketTypeView(type: TicketTypeOnSale, now: Date) {
  return {
    ...pricedType(type),
    description: type.description,
    // "Early Bird 80 LEI", and until when it is so
    phaseNote: phaseNote(type, now),
    enterUntil: type.enterUntil,
    most: Math.min(limits.quantity, type.available, Math.floor(limits.peoplePerOrder / type.entries)),
    // said only when few are left, and not where they are those of other types too
    left: type.available <= limits.lastTickets ? type.available : null,
    // without a price id at the card provider it is shown, but not for sale
    configured: type.off !== "price_pending",
    // an order with it has no other type
    alone: type.family !== "ordinary",
    isUnlocked: type.requiresCode,
    nights: nightsInWords(type),
  };
}
