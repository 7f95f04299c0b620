import type { TypeFilter } from "#ticketing/events/office-type-queries.server.ts";
import type { TicketKind } from "./ticket-kind.ts";

export type TicketRowView = {
  id: string;
  type: string;
  tag: string | null;
  /** At most 50 characters (B15-10). */
  description: string;
  nights: string;
  price: string;
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
  search: { text: string; filter: TypeFilter; sort: string; direction: "asc" | "desc" };
  page: { number: number; from: number; to: number; isLast: boolean };
};
