import type { TypeFilter } from "#ticketing/events/office-type-queries.server.ts";
import type { TicketKind } from "./ticket-kind.ts";

export type TicketRowView = {
  id: string;
  type: string;
  tag: string | null;
  /** What else is true of its sale: it needs a code, has a last hour of entry, shares a pool. */
  signs: string[];
  /** At most 50 characters (B15-10). */
  description: string;
  nights: string;
  /** Now: that of the phase in force, whose name stands beside it. */
  price: string;
  phase: string | null;
  entries: number;
  capacity: number;
  held: number;
  sold: number;
  left: number;
  /** Few, or none. */
  scarcity: "none_left" | "few_left" | "enough";
  agreement: "agreed" | "not_agreed" | "no_price";
  isVisible: boolean;
  isUsed: boolean;
  isQuickPurchase: boolean;
};

export type TicketListView = {
  kind: TicketKind;
  rows: TicketRowView[];
  total: number;
  counts: Readonly<Record<TypeFilter, number>>;
  quickPurchase: string | null;
  /** To choose from; the first is "every night". */
  nights: { value: string; label: string }[];
  search: { text: string; filter: TypeFilter; night: string | null; sort: string; direction: "asc" | "desc" };
  page: { number: number; from: number; to: number; isLast: boolean };
};
