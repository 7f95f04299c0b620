import type { SaleState } from "#ticketing/events/sale-state.ts";
import type { FirstStepsView } from "./first-steps-card.tsx";

/** The state of a night in the words of B2-15: "active" is available, not over and not sold out. */
export const dashboardStates = {
  cancelled: "unavailable",
  draft: "unavailable",
  scheduled: "unavailable",
  ended: "ended",
  unavailable: "unavailable",
  stopped: "unavailable",
  announced: "active",
  sale_ended: "active",
  no_types: "active",
  code_only: "active",
  price_pending: "active",
  not_yet: "active",
  sold_out: "soldOut",
  few_left: "active",
  on_sale: "active",
} as const satisfies Record<SaleState, string>;

export type TileView = {
  /** The list of what it counts, where there is one. */
  to?: string;
  label: string;
  value: string;
  note: string;
  /** Whole percent against the month before; null where there was nothing, absent where there is no growth. */
  growth?: number | null;
};

export type DashboardView = {
  /** What a new club still does before its first sale; null when that is over. */
  firstSteps: FirstStepsView | null;
  name: string;
  now: string;
  tonight: {
    id: string;
    title: string;
    when: string;
    entered: number;
    sold: number;
    expected: number;
    /** The quarter hours up to the present one; none while nobody entered. */
    quarters: { from: string; until: string; entered: number }[];
  }[];
  next: { title: string; when: string } | null;
  today: { to: string; sales: string; tickets: number; held: number; weekAgo: string };
  todo: { letters: number; review: number; disputed: number; few: number; difference: number | null };
  tiles: TileView[];
  cards: { events: string; tickets: string; artists: number };
  sales: {
    id: string;
    title: string;
    thumb: string | null;
    sold: number;
    capacity: number;
    percent: number;
    /** Only where a ticket admits more than one. */
    people: string | null;
    revenue: string;
    state: (typeof dashboardStates)[SaleState];
  }[];
  purchases: {
    id: string;
    user: string;
    event: string;
    type: string;
    quantity: number;
    total: string;
    when: string;
  }[];
};
