import { only, type Sql } from "./sql.ts";

/** Seconds. Older data are of no use for a report: it is read at the primary then. */
export const mostBehind = 60;

/**
 * How old the data of this server are at most, in seconds: each process of the site writes its heartbeat every ten. So a server
 * that receives nothing any more grows old, whatever it believes of itself. Infinite where there is no heartbeat. The
 * clocks of the servers must agree.
 */
export async function secondsBehind(reader: Sql): Promise<number> {
  const { rows } = await reader.query<{ seconds: number | null }>(
    "SELECT extract(epoch FROM clock_timestamp() - max(at))::float8 AS seconds FROM process_pulses",
  );
  return Math.max(0, only(rows).seconds ?? Number.POSITIVE_INFINITY);
}

/** Throws where the data are too old to be shown. */
export function refuseOld(secondsOld: number): void {
  if (secondsOld > mostBehind)
    throw new Error(
      Number.isFinite(secondsOld)
        ? `its data are ${Math.round(secondsOld)} s old`
        : "it has no heartbeat of the site",
    );
}
