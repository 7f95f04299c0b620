import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { endLeases } from "./settle-down.ts";

export type SaleWatch = {
  /** Milliseconds since 1970 between which an order waited in the line for which no call was under way, without a gap. */
  readonly busy: readonly (readonly [number, number])[];
  readonly longestLine: number;
  /** The longest time, in milliseconds, in which somebody waited in the line and nothing was sold. */
  readonly longestStandstill: number;
  readonly soldAt: number | undefined;
};

const everyMs = 250;

/** Looks at the sale until everything is sold and nothing is open, or the signal says stop. */
export async function watchSale(
  owner: pg.Pool,
  typeId: string,
  {
    stop,
    tell,
    leaseSeconds,
  }: { stop: AbortSignal; tell: (line: string) => void; leaseSeconds: number | null },
): Promise<SaleWatch> {
  const busy: [number, number][] = [];
  let [longestLine, isBusy, told] = [0, false, 0];
  let [longestStandstill, lastSold, soldSince] = [0, 0, Date.now()];
  let soldAt: number | undefined;
  while (!stop.aborted) {
    if (leaseSeconds !== null) await endLeases(owner, leaseSeconds);
    const look = await owner
      .query(
        `SELECT capacity, held, sold, (SELECT count(*)::int FROM orders WHERE line_at IS NOT NULL AND state = 'held') AS line,
         (SELECT count(*)::int FROM orders o WHERE o.line_at IS NOT NULL AND o.state = 'held' AND NOT EXISTS (
            SELECT FROM checkout_attempts a WHERE a.order_id = o.id AND a.state = 'prepared'
              AND coalesce(a.polled_at, a.created_at) > now() - interval '30 seconds')) AS unserved,
         (SELECT count(*)::int FROM orders WHERE stake = 'held') AS open FROM stock_counters WHERE id = $1`,
        [typeId],
      )
      .catch((error: Error) => error);
    if (look instanceof Error) {
      tell(`no look at the sale: ${look.message}`);
      isBusy = false;
      await pause(1000);
      continue;
    }
    const { capacity, held, sold, line, unserved, open } = look.rows[0];
    const now = Date.now();
    longestLine = Math.max(longestLine, line);
    // before the first card page opens nothing can be sold
    if (sold !== lastSold || line === 0 || sold === 0) soldSince = now;
    lastSold = sold;
    longestStandstill = Math.max(longestStandstill, now - soldSince);
    const last = busy.at(-1);
    if (unserved > 0 && isBusy && last) last[1] = now;
    else if (unserved > 0) busy.push([now, now]);
    isBusy = unserved > 0;
    if (now - told > 5000) {
      tell(`${sold} sold, ${held} held, ${line} in the line`);
      told = now;
    }
    if (sold === capacity && open === 0) {
      soldAt = now;
      break;
    }
    await pause(everyMs, undefined, { signal: stop }).catch(() => {});
  }
  return { busy, longestLine, longestStandstill, soldAt };
}
