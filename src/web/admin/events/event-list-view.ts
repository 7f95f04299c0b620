import type { SaleState } from "#ticketing/events/sale-state.ts";

export type EventRowView = {
  id: string;
  name: string;
  /** "18.07.2027 22:30" */
  when: string;
  artists: string;
  types: number;
  sold: number;
  held: number;
  capacity: number;
  state: SaleState;
  /** When a scheduled night appears: "28.11.2026, 10:00". */
  appears: string | null;
  isAvailable: boolean;
  thumb: string | null;
};

export type EventListView = {
  coming: EventRowView[];
  ended: EventRowView[];
  counts: { total: number; inAll: number; coming: number };
  search: {
    text: string;
    when: "all" | "coming" | "ended";
    state: SaleState | "all";
    sort: string;
    direction: "asc" | "desc";
  };
  page: { number: number; from: number; to: number; isLast: boolean };
};
