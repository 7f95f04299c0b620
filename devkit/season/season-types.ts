import { addDays, type Day, instantOf, type WallTime } from "#kernel/time.ts";
import type { CodeKind, Family } from "#ticketing/events/type-family.ts";
import ofEachNight from "./night-types.json" with { type: "json" };
import type { SeasonNight } from "./season-nights.ts";
import offers from "./season-offers.json" with { type: "json" };
import prices from "./season-prices.json" with { type: "json" };

/** A ticket type of the sample season. */
export type SeasonType = {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** The nights it admits to, by their key. */
  readonly nights: readonly string[];
  readonly lei: number;
  readonly entries: number;
  /** Tickets of this type, in all. */
  readonly capacity: number;
  readonly family: Family;
  readonly is_visible: boolean;
  /** Whether the card provider knows its price; without one it cannot be bought. */
  readonly hasPrice: boolean;
  readonly offer_rank: number | null;
  readonly is_quick_purchase: boolean;
  readonly sale_ends_at: Date | null;
  readonly picture: string | null;
  /** One code for an order, as every type had it before, or one for each person. */
  readonly code_per: CodeKind;
  /** The hour of the night until which it admits; its name says it. */
  readonly enter_until: WallTime | null;
  /** How much of a night's ordinary sales it gets, or how many orders it has as an offer. */
  readonly popularity: number;
};

const usual = {
  entries: 1,
  family: "ordinary",
  is_visible: true,
  hasPrice: true,
  offer_rank: null,
  is_quick_purchase: false,
  sale_ends_at: null,
  picture: null,
  code_per: "order",
  enter_until: null,
} as const satisfies Partial<SeasonType>;

/** Types that admit to several nights, and those bought on /tickets and /season-pass. */
export function seasonOffers(today: Day): SeasonType[] {
  return offers.map(({ saleEndsDaysAgo, ...offer }) => ({
    ...usual,
    ...offer,
    family: (offer.family ?? usual.family) as Family,
    sale_ends_at: saleEndsDaysAgo ? instantOf(addDays(today, -saleEndsDaysAgo), "23:59") : null,
  }));
}

/** Types without past sales: one more type among the sold ones would change all sales that are invented after it. */
export function unsoldTypes(): SeasonType[] {
  return [
    { ...usual, ...prices.hidden, code_per: "person" },
    { ...usual, ...prices.addOn },
  ];
}

const codesPerOrder = "noaptea-fosforului";

/** The ordinary types of one night. */
export function nightTypes(night: SeasonNight, isPast: boolean): SeasonType[] {
  const { fromLei } = night;
  if (fromLei === null) return [];
  return ofEachNight
    .filter(
      ({ offered }) =>
        !(offered?.isAhead && isPast) &&
        night.capacity >= (offered?.fromCapacity ?? 0) &&
        night.key === (offered?.night ?? night.key),
    )
    .map(({ suffix, price, stock, offered: _, enter_until, ...type }) => {
      const hour = enter_until?.[(night.time ?? "") < "12:00" ? "dawn" : "evening"] ?? null;
      return {
        ...usual,
        ...type,
        title: type.title.replace("{hour}", hour ?? ""),
        description: type.description.replace("{hour}", hour ?? ""),
        enter_until: hour,
        // one night keeps the specified single code, so that the sample shows both
        code_per: night.key === codesPerOrder ? "order" : ((type.code_per ?? "order") as CodeKind),
        key: `${night.key}/${suffix}`,
        nights: [night.key],
        lei: price.times * fromLei + price.more,
        capacity: stock.exactly ?? Math.round(night.capacity / stock.per),
        // shows how a type looks that cannot be paid yet
        hasPrice: !(suffix === "terrace" && night.key === "noaptea-perseidelor"),
      };
    });
}
