import { counted } from "#kernel/romanian.ts";
import { formatShortDate } from "#kernel/time.ts";
import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { Offer } from "#ticketing/events/offer-queries.server.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import { pictureView } from "./event-views.ts";
import { offerTexts } from "./offer-texts.ts";

export type OfferView = {
  id: string;
  /** The card provider's price, as the call for a card page names it. */
  priceId: string | null;
  mode: "payment";
  name: string;
  description: string | null;
  /** Whole bani. */
  price: number;
  /** The number of people, when it admits several. */
  badge: string | null;
  picture: PictureView | null;
  /** What the buyer gets, a line each. */
  lines: string[];
  /** Of several, each with its day. */
  nights: { id: string; title: string; day: string }[];
  sale: "open" | "soldOut" | "notConfigured" | "stopped" | "ended";
};

/** Why the last click bought nothing, beside the offer it was for. */
export type OfferRefusal = {
  ticketTypeId: string | null;
  sentence: string;
  /** The captcha, where the refusal asks for one. */
  captcha: CaptchaWidget | null;
  /** The next press answers whether it is to be bought once more. */
  asksAgain?: true;
  /** Where the bought one is seen; nowhere without an account. */
  seeUrl?: string | null;
};

/** An offer as its card shows it. `place` decides which lines stand under the price. */
export function offerView(offer: Offer, place: "tickets" | "season-pass"): OfferView {
  const [summary, ...more] = linesOf(offer.description);
  return {
    id: offer.id,
    priceId: offer.priceId,
    mode: "payment",
    name: offer.title,
    description: summary ?? null,
    price: offer.price,
    badge: badgeOf(offer.entries),
    picture: pictureView(offer),
    lines: place === "tickets" ? [...namedLines(offer.title), ...nightsOf(offer)] : benefits(offer, more),
    nights:
      offer.nights.length > 2
        ? offer.nights.map(({ id, title, date }) => ({ id, title, day: formatShortDate(date) }))
        : [],
    sale: saleOf(offer),
  };
}

function saleOf({ off, available }: Offer): OfferView["sale"] {
  switch (off) {
    case "stopped":
      return "stopped";
    case null:
    case "price_pending":
      if (available === 0) return "soldOut";
      return off === null ? "open" : "notConfigured";
    case "archived":
    case "hidden":
    case "not_yet":
    case "sale_ended":
    case "entry_over":
    case "ended":
      return "ended";
  }
}

function linesOf(description: string | null): string[] {
  return (description ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** What the name promises (A9-10). */
function namedLines(name: string): string[] {
  const lines: string[] = [];
  if (/early bird/i.test(name)) lines.push(offerTexts.earlyBirdLine);
  if (/bdlp/i.test(name)) lines.push(offerTexts.bdlpLine);
  if (/concert/i.test(name)) lines.push(offerTexts.concertLine);
  return lines;
}

function benefits(offer: Offer, written: string[]): string[] {
  const promised = written.length > 0 ? written : [offerTexts.allNights];
  const entries =
    offer.entries > 1 ? [offerTexts.entriesEachNight(counted(offer.entries, offerTexts.entries))] : [];
  return [...promised, ...nightsOf(offer), ...entries];
}

function nightsOf({ nights }: Offer): string[] {
  const [first] = nights;
  const last = nights.at(-1);
  if (!first || !last) return [];
  if (nights.length <= 2)
    return nights.map((night) => offerTexts.oneNight(night.title, formatShortDate(night.date)));
  return [
    offerTexts.manyNights(
      counted(nights.length, offerTexts.nights),
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
