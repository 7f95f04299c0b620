import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";
import type { DoorMode } from "./door-words.ts";

export type LockedGate = {
  readonly id: string;
  readonly name: string;
  readonly mode: DoorMode;
  readonly typeIds: readonly string[];
};

/** The gates of a night, locked together: changes of them wait for each other. Undefined for no night. */
export async function lockNightOfGates(sql: Sql, eventId: string): Promise<LockedGate[] | undefined> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`gates of ${eventId}`]);
  const { rowCount } = await sql.query("SELECT FROM events WHERE id = $1", [eventId]);
  if (rowCount === 0) return undefined;
  const { rows } = await sql.query<LockedGate>(
    'SELECT id, name, mode, type_ids AS "typeIds" FROM gates WHERE event_id = $1 ORDER BY created_at, id FOR UPDATE',
    [eventId],
  );
  return rows;
}

/** The name of a deciding phone of a strict gate of the night that is away. */
export async function findAwayPhone(sql: Sql, eventId: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT d.name FROM gate_devices d JOIN gates g ON g.id = d.gate_id
     WHERE d.event_id = $1 AND g.mode = 'strict' AND d.decides AND d.revoked_at IS NULL AND d.ends_at > now()
       AND d.settled_at < now() - make_interval(secs => $2) ORDER BY d.enrolled_at LIMIT 1`,
    [eventId, durations.phoneAway],
  );
  return rows[0]?.name;
}
