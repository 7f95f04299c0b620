import { decimalLei } from "#kernel/money.ts";
import { endOf, formatLongDate, instantOf, isoInBucharest } from "#kernel/time.ts";
import { type Look, logoPath } from "#ticketing/content/brand.ts";
import { markdownToPlainText } from "#ticketing/content/written-text.server.ts";
import { shareSize } from "#ticketing/delivery/share-drawing.server.ts";
import { sharePictureKey } from "#ticketing/delivery/share-picture.server.ts";
import { letInAt } from "#ticketing/events/enter-until.ts";
import type { EventPicture, EventSummary, TicketTypeOnSale } from "#ticketing/events/event.ts";
import type { ArtistPageData, EventPageData } from "#ticketing/events/event-queries.server.ts";
import { offerAvailability } from "#ticketing/events/sale-state.ts";
import { presentPhases } from "#web/request/phase-note.ts";
import type { PageMeta } from "./page-head.ts";
import { cutText } from "./shown-text.ts";

const descriptionLength = 160;

type Page = { readonly path: string; readonly title: string; readonly description: string };

/** The head of a page that is about the site itself. */
export function siteHead(origin: string, { path, title, description }: Page): PageMeta {
  return {
    title,
    description,
    url: `${origin}${path}`,
    type: "website",
    picture: `${origin}/og.jpg`,
    pictureSize: shareSize,
    facts: null,
  };
}

/** The head of a night's page, with its artists, prices and state (schema.org/Event). */
export function eventHead(
  origin: string,
  { name, look, ...club }: { readonly name: string; readonly address: string; readonly look?: Look },
  { event, doors, ends, minimumAge, address, artists, types, opening }: EventPageData,
): PageMeta {
  const logo = look && logoPath(look);
  const url = `${origin}/events/${event.slug}`;
  const description = cutText(markdownToPlainText(event.description).replace(/\s+/g, " "), descriptionLength);
  const picture = `${origin}/events/${event.id}/share.jpg?look=${sharePictureKey(event, name, look).slice(0, 8)}`;
  return {
    title: `${event.title}, ${formatLongDate(event.date)}`,
    description,
    url,
    type: "article",
    picture,
    pictureSize: shareSize,
    facts: {
      "@context": "https://schema.org",
      ...nightFacts(url, { ...event, doors, ends, address }, club.address),
      description,
      image: [picture, pictureOf(origin, event.picture)],
      ...(minimumAge === null ? {} : { typicalAgeRange: `${minimumAge}-` }),
      organizer: {
        "@type": "Organization",
        name,
        url: `${origin}/`,
        ...(logo ? { logo: `${origin}${logo}` } : {}),
      },
      performer: artists.map((artist) => ({
        "@type": "MusicGroup",
        name: artist.name,
        url: `${origin}/artists/${artist.slug}`,
      })),
      offers: types
        .filter(({ entries }) => entries > 0)
        .flatMap((type) => {
          const availability = offerAvailability(event.sale, type);
          if (availability === null) return [];
          return {
            "@type": "Offer",
            name: type.title,
            price: decimalLei(type.price),
            priceCurrency: "RON",
            ...offeredFrom(type, opening),
            validThrough: offeredUntil(type),
            availability: `https://schema.org/${availability}`,
            url,
          };
        }),
    },
  };
}

type NightOfHead = Pick<EventSummary, "title" | "date" | "time" | "location" | "isCancelled" | "moved"> &
  Pick<EventPageData, "doors" | "ends" | "address">;

/** When, where and whether a night takes place, the same on its own page and on its artists' pages. */
function nightFacts(url: string, night: NightOfHead, clubAddress: string) {
  const { title, date, time, doors, ends, moved, location, address } = night;
  return {
    "@type": "MusicEvent",
    name: title,
    url,
    startDate: startOf(night),
    ...(doors ? { doorTime: isoInBucharest(new Date(letInAt({ date, doors, time }) * 1000)) } : {}),
    ...(time && ends ? { endDate: isoInBucharest(endOf(date, time, ends)) } : {}),
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    eventStatus: `https://schema.org/${statusOf(night)}`,
    ...(moved ? { previousStartDate: startOf(moved) } : {}),
    location: { "@type": "Place", name: location, address: address || clubAddress || location },
  };
}

function statusOf({ isCancelled, moved }: Pick<EventSummary, "isCancelled" | "moved">): string {
  if (isCancelled) return "EventCancelled";
  return moved ? "EventRescheduled" : "EventScheduled";
}

const startOf = ({ date, time }: Pick<EventSummary, "date" | "time">) =>
  time ? isoInBucharest(instantOf(date, time)) : date;

/**
 * Returns since when a type has its present price: the begin of its sale or of the night's sale, or the planned end
 * of the phase before. Empty when that phase was sold out, because its time is not recorded.
 */
function offeredFrom(
  { phases, saleStartsAt }: TicketTypeOnSale,
  opening: EventPageData["opening"],
): { validFrom?: string } {
  const [present] = presentPhases(phases);
  const formerPhase = present && phases[phases.indexOf(present) - 1];
  if (formerPhase && !(formerPhase.isOver && formerPhase.endsAt)) return {};
  const starts = [formerPhase?.endsAt, saleStartsAt, opening?.opensAt].flatMap((start) =>
    start ? [new Date(start).getTime()] : [],
  );
  return starts.length === 0 ? {} : { validFrom: isoInBucharest(new Date(Math.max(...starts))) };
}

/** Returns until when a type has its present price: the end of its phase or of its sale. */
function offeredUntil({ phases, saleEndsAt }: TicketTypeOnSale): string {
  const ends = Date.parse(saleEndsAt);
  return isoInBucharest(new Date(Math.min(ends, Date.parse(presentPhases(phases)[0]?.endsAt ?? saleEndsAt))));
}

/** The head of an artist's page, with the coming nights (schema.org/MusicGroup). */
export function artistHead(
  origin: string,
  clubAddress: string,
  { artist, events }: ArtistPageData,
): PageMeta {
  const url = `${origin}/artists/${artist.slug}`;
  const description = cutText(markdownToPlainText(artist.bio).replace(/\s+/g, " "), descriptionLength);
  const picture = pictureOf(origin, artist.picture);
  return {
    title: artist.name,
    description,
    url,
    type: "profile",
    picture,
    pictureSize: null,
    facts: {
      "@context": "https://schema.org",
      "@type": "MusicGroup",
      name: artist.name,
      description,
      url,
      image: picture,
      ...(artist.youtubeLink ? { sameAs: [artist.youtubeLink] } : {}),
      event: events.map((event) => nightFacts(`${origin}/events/${event.slug}`, event, clubAddress)),
    },
  };
}

/** Returns the widest version of a picture; the site's own picture when there is none. */
function pictureOf(origin: string, picture: EventPicture | null): string {
  const path = (picture?.wide ?? picture)?.sources.at(-1)?.url ?? "/og.jpg";
  return new URL(path, origin).href;
}
