import type { Sql } from "#platform/database/sql.ts";
import { untilWaiting } from "./until-waiting.ts";

/** Each caller waits until so many have called: for controls that need several to have read before one writes. */
export function meetingOf(many: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let here = 0;
  return () => {
    here += 1;
    if (here >= many) all.resolve();
    return all.promise;
  };
}

/**
 * Where two acts read what they decide by. With their lock the first goes on when the other waits for it, without it both
 * have read before either goes on.
 */
export function readAtOnce(sql: Pick<Sql, "query">, withoutLock: boolean): () => Promise<void> {
  if (withoutLock) return meetingOf(2);
  let isFirst = true;
  return async () => {
    const waits = isFirst;
    isFirst = false;
    if (waits) await untilWaiting(sql);
  };
}
