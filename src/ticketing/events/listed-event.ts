import type { Day, WallTime } from "#kernel/time.ts";
import type { NightPlaces } from "./night-fullness.ts";
import type { SaleState } from "./sale-state.ts";

/** Its places are people: what the counter of the night says. */
export type ListedEvent = NightPlaces & {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly location: string;
  readonly imageUrl: string | null;
  readonly imagePosition: string;
  readonly isAvailable: boolean;
  readonly isCancelled: boolean;
  readonly artists: readonly string[];
  /** Ticket types that admit to it and are not archived. */
  readonly types: number;
  /** Of a cancelled one, too. */
  readonly isOver: boolean;
  /** ISO; from when on it is public, null for a draft. */
  readonly publishAt: string | null;
};

export const eventSorts = ["date", "name", "sold"] as const;
export type EventSort = (typeof eventSorts)[number];

export type OfficeEventSearch = {
  readonly text: string;
  readonly when: "all" | "coming" | "ended";
  readonly state: SaleState | "all";
  readonly sort: EventSort;
  readonly direction: "asc" | "desc";
  readonly page: number;
};

export const eventsPerPage = 50;
