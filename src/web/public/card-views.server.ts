import type { Day } from "#kernel/time.ts";
import { writtenWords } from "#ticketing/content/written-text.server.ts";
import type { ArtistSummary, EventSummary } from "#ticketing/events/event.ts";
import { pictureView, shownMoment, widePictureView } from "./event-views.ts";
import { letterTitle } from "./poster-lettering.ts";

/** A night as it is listed. */
export type EventCardView = ReturnType<typeof eventCardView>;

export function eventCardView(event: EventSummary) {
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    date: event.date,
    time: event.time,
    location: event.location,
    // the day on which it was to take place, before it was moved
    movedFrom: movedFromOf(event),
    bill: event.bill,
    running: event.running,
    // its title over its picture; nothing is written over one that has it already
    lettering: event.picture?.hasTitle ? null : letterTitle(event.title),
    isTitled: event.picture?.hasTitle ?? false,
    description: writtenWords(event.description),
    lowestPrice: event.lowestPrice,
    sale: event.sale.state,
    // when it goes on sale, of one that waits for it
    opens: shownMoment(event.sale.at),
    picture: pictureView(event),
    // cut for wide places, where there is one
    widePicture: widePictureView(event),
    light: event.light,
  };
}

/** The day that a coming night had before it was moved to another one. */
function movedFromOf({ moved, date, sale: { state } }: EventSummary): Day | null {
  return moved && moved.date !== date && state !== "cancelled" && state !== "ended" ? moved.date : null;
}

export type ArtistCardView = ReturnType<typeof artistCardView>;

export function artistCardView(artist: ArtistSummary) {
  return {
    id: artist.id,
    slug: artist.slug,
    name: artist.name,
    tagline: artist.tagline,
    bio: writtenWords(artist.bio),
    picture: pictureView(artist),
  };
}
