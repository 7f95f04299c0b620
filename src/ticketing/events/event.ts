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
  /** The names of its artists in their order on the bill: "Mareea Verde, Lotca". */
  readonly bill: string;
  readonly picture: EventPicture | null;
  readonly imagePosition: ImagePosition;
  /** The accent colour of the event, as #RRGGBB. */
  readonly light: string;
  /** The night's end (ISO), a computed one if none was set; a computed end is not shown to people. */
  readonly endsAt: string;
  readonly isCancelled: boolean;
  /** Set while the night is running, from the doors on; `until` is the end, if one was set. */
  readonly running: { readonly until: WallTime | null } | null;
  readonly moved: MovedFrom | null;
  readonly sale: NightSale;
  /** The lowest price of a type on sale; else of a type whose sale has not begun; null when there is none. */
  readonly lowestPrice: Money | null;
  readonly totalTicketsAvailable: number;
};

/** A phase of a type's price, with its end and what it has left. */
export type PhaseOnSale = PricePhase & {
  readonly name: string;
  /** ISO time. */
  readonly endsAt: string | null;
  readonly capacity: number;
  readonly left: number;
};

export type NamedNight = Pick<EventSummary, "id" | "title" | "date" | "time">;

export type TicketTypeOnSale = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** The present price; with phases, that of the first phase on sale. */
  readonly price: Money;
  /** All phases in their order. */
  readonly phases: readonly PhaseOnSale[];
  /** The last hour of entry; null without one. */
  readonly enterUntil: WallTime | null;
  readonly requiresCode: boolean;
  /** `order`: all tickets of it in an order have one code. */
  readonly codePer: "order" | "person";
  /** The nights that the type admits to when it is bought on this page. */
  readonly eventIds: readonly string[];
  /** For a type for several nights: those that it admits to, and coming ones that are cancelled. */
  readonly nights: readonly NamedNight[];
  readonly cancelled: readonly NamedNight[];
  /** How many people one ticket admits; 0 for an add-on, which is bought beside a ticket. */
  readonly entries: number;
  readonly available: number;
  /** The pool that the type shares with others, and for how many people it has places left; null without a pool. */
  readonly pool: { readonly id: string; readonly left: number } | null;
  /** Whether none is available only because some are held and not paid yet. */
  readonly mayReturn: boolean;
  /** Why the type cannot be bought, however many are left; null when it can. */
  readonly off: TypeOffSale | null;
  /** ISO time; null when it was on sale from the beginning. */
  readonly saleStartsAt: string | null;
  /** When online sale of the type ends (ISO), at the latest at the night's end. */
  readonly saleEndsAt: string;
  readonly family: Family;
};

/** Whether the type can be bought now. The night itself may be off sale. */
export const isBuyable = ({ available, off }: Pick<TicketTypeOnSale, "available" | "off">): boolean =>
  available > 0 && off === null;

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

/** A date filter of the list, as written in the address. */
export const eventPeriods = ["all", "upcoming", "week", "month"] as const;
export type EventPeriod = (typeof eventPeriods)[number];

/** The period of the list when none is chosen: coming nights; with search words, past nights too. */
export function usualPeriod(search: string): EventPeriod {
  return search === "" ? "upcoming" : "all";
}
