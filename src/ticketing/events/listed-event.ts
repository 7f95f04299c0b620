import type { Day, WallTime } from "#kernel/time.ts";
import type { NightPlaces } from "./night-fullness.ts";
import type { SaleState } from "./sale-state.ts";

/** A night in the office's list. Its numbers are people, from the night's counter. */
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
  /** How many ticket types that are not archived admit to it. */
  readonly types: number;
  /** Whether its end has passed; true for a cancelled night too. */
  readonly isOver: boolean;
  /** When it becomes public (ISO); null for a draft. */
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
