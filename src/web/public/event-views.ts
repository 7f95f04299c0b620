import { type Day, dayOf, wallTimeOf } from "#kernel/time.ts";
import type { ArtistSummary, EventPicture, EventSummary, TicketTypeOnSale } from "#ticketing/events/event.ts";
import type { EventPageData } from "#ticketing/events/event-queries.server.ts";
import { placeOf } from "#ticketing/events/map-link.ts";
import { limits } from "#ticketing/limits.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { phaseNote, pricedType } from "#web/request/phase-note.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import type { ArtistCardView } from "./artist-card.tsx";
import type { EventCardView } from "./event-card.tsx";
import type { NightFactsView } from "./night-facts.tsx";
import { letterTitle } from "./poster-lettering.ts";
import type { TicketTypeView } from "./ticket-type.ts";

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

export function eventCardView(event: EventSummary): EventCardView {
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    date: event.date,
    time: event.time,
    location: event.location,
    movedFrom: movedFromOf(event),
    bill: event.bill,
    lettering: event.picture?.hasTitle ? null : letterTitle(event.title),
    isTitled: event.picture?.hasTitle ?? false,
    description: event.description,
    lowestPrice: event.lowestPrice,
    sale: event.sale.state,
    opens: shownMoment(event.sale.at),
    picture: pictureView(event),
    widePicture: widePictureView(event),
    light: event.light,
  };
}

/** The day that a coming night had before it was moved to another one. */
function movedFromOf({ moved, date, sale: { state } }: EventSummary): Day | null {
  return moved && moved.date !== date && state !== "cancelled" && state !== "ended" ? moved.date : null;
}

/** A moment as pages say it. */
export function shownMoment(at: string | null): { day: Day; time: string } | null {
  if (at === null) return null;
  const instant = new Date(at);
  return { day: dayOf(instant), time: wallTimeOf(instant) };
}

export function artistCardView(artist: ArtistSummary): ArtistCardView {
  return {
    id: artist.id,
    slug: artist.slug,
    name: artist.name,
    tagline: artist.tagline,
    bio: artist.bio,
    picture: pictureView(artist),
  };
}

/** The address of a night, else the club's, with the visitor's own map. */
export function wayThere(
  { event, address, directions }: Pick<EventPageData, "event" | "address" | "directions">,
  clubAddress: string,
): NightFactsView["way"] {
  const place = placeOf({ location: event.location, address }, clubAddress);
  return place && { ...place, directions };
}

export function ticketTypeView(type: TicketTypeOnSale, now: Date): TicketTypeView {
  return {
    ...pricedType(type),
    description: type.description,
    phaseNote: phaseNote(type, now),
    enterUntil: type.enterUntil,
    most: Math.min(limits.quantity, type.available, Math.floor(limits.peoplePerOrder / type.entries)),
    left: type.available <= limits.lastTickets ? type.available : null,
    configured: type.off !== "price_pending",
    alone: type.family !== "ordinary",
    isUnlocked: type.requiresCode,
  };
}
