import { counted } from "#kernel/romanian.ts";
import { formatShortDate } from "#kernel/time.ts";
import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { Offer } from "#ticketing/events/offer-queries.server.ts";
import { shownNights } from "#ticketing/orders/checkout/shown-nights.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import { cancelledInWords, nightsInWords } from "#web/request/ticket-nights-texts.ts";
import { offerTexts } from "./offer-texts.ts";

/** Why the last click bought nothing, shown beside its offer. */
export type OfferRefusal = {
  ticketTypeId: string | null;
  sentence: string;
  /** The captcha, when the refusal asks for one. */
  captcha: CaptchaWidget | null;
  /** The next click confirms that the person wants another one. */
  asksAgain?: true;
  /** The order that was bought before; null for a guest. */
  seeUrl?: string | null;
};

export type OfferView = ReturnType<typeof offerView>;

/** An offer for its card. `place` decides which lines stand under the price. */
export function offerView(offer: Offer, place: "tickets" | "season-pass") {
  const [summary, ...more] = linesOf(offer.description);
  return {
    id: offer.id,
    priceId: offer.priceId,
    mode: "payment" as const,
    name: offer.title,
    description: summary ?? null,
    price: offer.price,
    badge: badgeOf(offer.entries),
    picture: shownPicture(offer.picture, offer.imagePosition),
    lines: place === "tickets" ? [...namedLines(offer.title), ...nightsOf(offer)] : benefits(offer, more),
    // a list of nights only when there are more than two
    nights:
      offer.nights.length > 2
        ? offer.nights.map(({ id, title, date }) => ({ id, title, day: formatShortDate(date) }))
        : [],
    shownNights: shownNights(offer.nights),
    cancelled: cancelledInWords(offer.cancelled),
    sale: saleOf(offer),
  };
}

function saleOf({ off, available }: Offer): "open" | "soldOut" | "notConfigured" | "stopped" | "ended" {
  if (off === "stopped") return "stopped";
  if (off !== null && off !== "price_pending") return "ended";
  if (available === 0) return "soldOut";
  return off === null ? "open" : "notConfigured";
}

function linesOf(description: string | null): string[] {
  return (description ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Lines that words in the offer's name stand for (A9-10). */
function namedLines(name: string): string[] {
  const lines: string[] = [];
  if (/early bird/i.test(name)) lines.push(offerTexts.earlyBirdLine);
  if (/bdlp/i.test(name)) lines.push(offerTexts.bdlpLine);
  if (/concert/i.test(name)) lines.push(offerTexts.concertLine);
  return lines;
}

function benefits(offer: Offer, writtenLines: string[]): string[] {
  const promised = writtenLines.length > 0 ? writtenLines : [offerTexts.allNights];
  const entries = offer.entries > 1 ? [offerTexts.entriesEachNight(counted(offer.entries, "entry"))] : [];
  return [...promised, ...nightsOf(offer), ...entries];
}

function nightsOf({ nights, cancelled }: Offer): string[] {
  if (cancelled.length > 0 && nights.length <= 2) return nightsInWords({ nights, cancelled }).slice(0, 1);
  const [first] = nights;
  const last = nights.at(-1);
  if (!first || !last) return [];
  if (nights.length <= 2)
    return nights.map((night) => offerTexts.oneNight(night.title, formatShortDate(night.date)));
  return [
    offerTexts.manyNights(
      counted(nights.length, "night"),
      formatShortDate(first.date),
      formatShortDate(last.date),
    ),
  ];
}

function badgeOf(entries: number): string | null {
  if (entries <= 1) return null;
  if (entries === 2) return offerTexts.forCouples;
  if (entries === 5) return offerTexts.forGroups;
  return offerTexts.entriesIncluded(entries);
}
