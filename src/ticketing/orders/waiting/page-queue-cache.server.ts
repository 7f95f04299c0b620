import type { Database } from "#platform/database/database.server.ts";
import { readPageQueue } from "./page-queue-store.server.ts";

export type PlaceInQueue = {
  /** 1 is next. */
  readonly place: number;
  readonly waiting: number;
  /** Seconds until the card page opens, at the provider's pace. */
  readonly seconds: number;
};

/** The position of each order in the page queue. */
export type PageQueueCache = {
  /** The order's place, at most a second old; undefined for an order that does not wait. */
  placeOf(orderId: string): Promise<PlaceInQueue | undefined>;
};

/** Reads the queue once a second for this process: thousands of waiting customers cost one small query a second. */
export function createPageQueueCache(
  database: Pick<Database, "withDuty">,
  { rate, now }: { rate: number; now: () => number },
): PageQueueCache {
  let cached: { readonly at: number; readonly places: Promise<ReadonlyMap<string, number>> } | undefined;

  function places(): Promise<ReadonlyMap<string, number>> {
    if (cached && now() - cached.at < 1000) return cached.places;
    const read = database
      .withDuty("sell", readPageQueue)
      .then((ids) => new Map(ids.map((id, before) => [id, before + 1])));
    cached = { at: now(), places: read };
    read.catch(() => {
      cached = undefined;
    });
    return read;
  }

  return {
    async placeOf(orderId) {
      const line = await places();
      const place = line.get(orderId);
      return place === undefined
        ? undefined
        : { place, waiting: line.size, seconds: Math.ceil(place / Math.max(rate, 0.1)) };
    },
  };
}
