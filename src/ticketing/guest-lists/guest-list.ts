import { noLimit } from "#ticketing/stock/stock.ts";

export type StoredList = {
  readonly id: string;
  readonly name: string;
  /** The places of the list; null for a list without a limit. */
  readonly quota: number | null;
  /** The places of its names. */
  readonly named: number;
};

/** The quota of a list, from the capacity of its counter. */
export const quotaOf = (capacity: number): number | null => (capacity === noLimit ? null : capacity);

/** The places of the night that a list takes: its whole quota from the start, else those of its names. */
export const placesTaken = ({ quota, named }: Pick<StoredList, "quota" | "named">): number => quota ?? named;
