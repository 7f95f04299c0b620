import { noLimit } from "#ticketing/stock/stock.ts";

/** A list with its counter. */
export type StoredList = {
  readonly id: string;
  readonly name: string;
  /** Its places; null for a list without a limit. */
  readonly quota: number | null;
  /** Places of its names. */
  readonly named: number;
};

/** The quota of a list, from the capacity of its counter. */
export const quotaOf = (capacity: number): number | null => (capacity === noLimit ? null : capacity);

/**
 * The places of the night that a list takes: all of a quota, from the moment it is set, so that the promise to its guests
 * holds; of a list without one, those of its names.
 */
export const placesTaken = ({ quota, named }: Pick<StoredList, "quota" | "named">): number => quota ?? named;
