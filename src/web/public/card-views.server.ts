import type { Day } from "#kernel/time.ts";
import { markdownToPlainText } from "#ticketing/content/written-text.server.ts";
import type { ArtistSummary, EventSummary } from "#ticketing/events/event.ts";
import { shownPicture, widerPicture } from "#web/request/shown-picture.ts";
import { shownMoment } from "./event-views.ts";
import { letterTitle } from "./poster-lettering.ts";

/** A night in a list. */
export type EventCardView = ReturnType<typeof eventCardView>;

export function eventCardView(event: EventSummary) {
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    date: event.date,
    time: event.time,
    location: event.location,
    // the day before the night was moved
    movedFrom: movedFromOf(event),
    bill: event.bill,
    running: event.running,
    // the lettering writes the title over the picture; null when the picture already contains it
    lettering: event.picture?.hasTitle ? null : letterTitle(event.title),
    isTitled: event.picture?.hasTitle ?? false,
    description: markdownToPlainText(event.description),
    lowestPrice: event.lowestPrice,
    sale: event.sale.state,
    // when a waiting sale begins
    opens: shownMoment(event.sale.at),
    picture: shownPicture(event.picture, event.imagePosition),
    // the crop for wide screens; null when there is none
    widePicture: widerPicture(event.picture),
    light: event.light,
  };
}

/** Returns the former day of a moved night; null when the night was not moved, was cancelled or has ended. */
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
    bio: markdownToPlainText(artist.bio),
    picture: shownPicture(artist.picture, artist.imagePosition),
  };
}
