import type pg from "pg";
import type { OpeningForm } from "./opening-form.ts";

export type StoredOpening = OpeningForm & { readonly hasBegun: boolean };

/** The opening as it stands, locked until the end of the transaction; whether the hour has come is the database's word. */
export async function lockOpening(
  client: pg.ClientBase,
  eventId: string,
): Promise<StoredOpening | undefined> {
  const { rows } = await client.query<StoredOpening>(
    `SELECT opens_at AS "opensAt", room_minutes AS "roomMinutes", opens_at <= now() AS "hasBegun"
     FROM openings WHERE event_id = $1 FOR UPDATE`,
    [eventId],
  );
  return rows[0];
}

/** False when the hour has passed already. */
export async function writeOpening(
  client: pg.ClientBase,
  eventId: string,
  { opensAt, roomMinutes }: OpeningForm,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO openings (event_id, opens_at, room_minutes) SELECT $1, $2, $3 WHERE $2::timestamptz > now()
     ON CONFLICT (event_id) DO UPDATE SET opens_at = excluded.opens_at, room_minutes = excluded.room_minutes`,
    [eventId, opensAt, roomMinutes],
  );
  return rowCount === 1;
}

export async function removeOpening(client: pg.ClientBase, eventId: string): Promise<void> {
  await client.query("DELETE FROM openings WHERE event_id = $1", [eventId]);
}
