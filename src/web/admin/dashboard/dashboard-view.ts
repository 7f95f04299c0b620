import type { SaleState } from "#ticketing/events/sale-state.ts";
import type { FirstStepsView } from "./first-steps-card.tsx";

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
    /** "22:00", and that it is cancelled. */
    when: string;
    isCancelled: boolean;
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
    state: SaleState;
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
