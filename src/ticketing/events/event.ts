import type { Money } from "#kernel/money.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { ImagePosition, ShownPicture } from "#ticketing/pictures/picture.ts";
import type { MovedFrom } from "./moved-from.ts";
import type { PricePhase } from "./price-phase.ts";
import type { NightSale, TypeOffSale } from "./sale-state.ts";
import type { Family } from "./type-family.ts";

export type EventPicture = ShownPicture;

export type EventSummary = {
  readonly id: string;
  /** Its name in addresses: `/events/{slug}`. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly location: string;
  /** The names of its artists in the order of the bill: "Mareea Verde, Lotca". */
  readonly bill: string;
  readonly picture: EventPicture | null;
  readonly imagePosition: ImagePosition;
  /** The accent colour of the event, as #RRGGBB. */
  readonly light: string;
  /** Also where nobody wrote an end: then it is not told. ISO. */
  readonly endsAt: string;
  readonly isCancelled: boolean;
  /** It is on at this moment, doors open; until when, where somebody wrote an end. */
  readonly running: { readonly until: WallTime | null } | null;
  readonly moved: MovedFrom | null;
  readonly sale: NightSale;
  /** The lowest price of a type that can be bought now, else of one whose sale is to begin; null when there is none. */
  readonly lowestPrice: Money | null;
  readonly totalTicketsAvailable: number;
};

/** A phase of a type's price with what it says about its end. */
export type PhaseOnSale = PricePhase & {
  readonly name: string;
  /** ISO. */
  readonly endsAt: string | null;
  readonly capacity: number;
  readonly left: number;
};

export type NamedNight = {
  readonly id: string;
  readonly title: string;
  readonly date: Day;
  readonly time: WallTime | null;
};

export type TicketTypeOnSale = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** At this moment: that of its first phase on sale, where it has phases. */
  readonly price: Money;
  /** All of them, in their order. */
  readonly phases: readonly PhaseOnSale[];
  /** It admits until this hour of its night. */
  readonly enterUntil: WallTime | null;
  readonly requiresCode: boolean;
  /** The nights it admits to when it is bought on this one's page. */
  readonly eventIds: readonly string[];
  /** Of one for several nights: those it is for, and those that were to come and are cancelled. */
  readonly nights: readonly NamedNight[];
  readonly cancelled: readonly NamedNight[];
  /** How many people a ticket lets in; none: an add-on, which is bought beside a ticket. */
  readonly entries: number;
  readonly available: number;
  /** The places that it shares with other types, and for how many people they are left. */
  readonly pool: { readonly id: string; readonly left: number } | null;
  /** None is available only because some are held and not paid yet. */
  readonly mayReturn: boolean;
  /** Why it cannot be bought, whatever is left; null while it can. */
  readonly off: TypeOffSale | null;
  /** ISO; null where it was sold from the beginning. */
  readonly saleStartsAt: string | null;
  /** When its online sale ends, of this night: at the night's end at the latest, also where nobody wrote that. ISO. */
  readonly saleEndsAt: string;
  readonly family: Family;
};

export type ArtistSummary = {
  readonly id: string;
  /** Its name in addresses: `/artists/{slug}`. */
  readonly slug: string;
  readonly name: string;
  readonly tagline: string | null;
  readonly bio: string;
  readonly picture: EventPicture | null;
  readonly imagePosition: ImagePosition;
};

/** A date filter of the list, as it stands in the address. */
export const eventPeriods = ["all", "upcoming", "week", "month"] as const;
export type EventPeriod = (typeof eventPeriods)[number];

/** What the list shows where no period is chosen: the nights to come; words are looked for among those that passed too. */
export function usualPeriod(search: string): EventPeriod {
  return search === "" ? "upcoming" : "all";
}
