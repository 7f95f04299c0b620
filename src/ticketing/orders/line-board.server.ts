import type { Database } from "#platform/database/database.server.ts";
import { readLine } from "./line-store.server.ts";

export type PlaceInLine = {
  /** 1 is next. */
  readonly place: number;
  readonly waiting: number;
  /** How long until the card page opens, at the provider's pace. */
  readonly seconds: number;
};

/** Tells each order in the line where it stands. */
export type LineBoard = {
  /** Undefined for who does not wait (any more). At most a second old. */
  placeOf(orderId: string): Promise<PlaceInLine | undefined>;
};

/**
 * The line is read once a second for everybody who asks in this process, so that thousands who look at their place
 * cost the sale one small question a second.
 */
export function createLineBoard(
  database: Pick<Database, "withDuty">,
  { rate, now }: { rate: number; now: () => number },
): LineBoard {
  let board: { readonly at: number; readonly places: Promise<ReadonlyMap<string, number>> } | undefined;

  function places(): Promise<ReadonlyMap<string, number>> {
    if (board && now() - board.at < 1000) return board.places;
    const read = database
      .withDuty("sell", (sql) => readLine(sql.$client))
      .then((ids) => new Map(ids.map((id, before) => [id, before + 1])));
    board = { at: now(), places: read };
    read.catch(() => {
      board = undefined;
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
