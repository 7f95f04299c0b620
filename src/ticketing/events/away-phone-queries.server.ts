import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";

/** SQL: whether phone `d` is the one that decides for its gate without network: until it is stopped or its time is over. */
export const isDeciding = "d.decides AND d.revoked_at IS NULL AND d.ends_at > now()";

/** The name of a deciding phone of a strict gate of this night that is away; undefined when there is none. */
export async function findAwayPhone(sql: Sql, eventId: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT d.name FROM gate_devices d JOIN gates g ON g.id = d.gate_id
     WHERE d.event_id = $1 AND g.mode = 'strict' AND ${isDeciding}
       AND d.settled_at < now() - make_interval(secs => $2) ORDER BY d.enrolled_at LIMIT 1`,
    [eventId, durations.phoneAway],
  );
  return rows[0]?.name;
}
