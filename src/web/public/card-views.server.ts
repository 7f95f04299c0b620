import type { Day } from "#kernel/time.ts";
import { writtenWords } from "#ticketing/content/written-text.server.ts";
import type { ArtistSummary, EventSummary } from "#ticketing/events/event.ts";
import type { ArtistCardView } from "./artist-card.tsx";
import type { EventCardView } from "./event-card.tsx";
import { pictureView, shownMoment, widePictureView } from "./event-views.ts";
import { letterTitle } from "./poster-lettering.ts";

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
    description: writtenWords(event.description),
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

export function artistCardView(artist: ArtistSummary): ArtistCardView {
  return {
    id: artist.id,
    slug: artist.slug,
    name: artist.name,
    tagline: artist.tagline,
    bio: writtenWords(artist.bio),
    picture: pictureView(artist),
  };
}
