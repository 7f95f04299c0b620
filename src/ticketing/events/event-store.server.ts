import type pg from "pg";
import type { EventForm } from "./event-form.ts";

export type StoredEvent = EventForm & { readonly version: number; readonly isAvailable: boolean };

/**
 * The night as it stands, locked until the end of the transaction; not its key, which tickets that are being sold point
 * at: those who sell them wait for the counter that the caller has, and may not be waited for.
 */
export async function lockEvent(client: pg.ClientBase, id: string): Promise<StoredEvent | undefined> {
  const { rows } = await client.query<StoredEvent>(
    `SELECT e.name, e.title, e.description, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.location,
       c.capacity, e.version, e.is_available AS "isAvailable",
       ARRAY(SELECT x.artist_id::text FROM event_artists x WHERE x.event_id = e.id ORDER BY x.billing, x.artist_id) AS artists
     FROM events e JOIN stock_counters c ON c.id = e.id WHERE e.id = $1 FOR NO KEY UPDATE OF e`,
    [id],
  );
  return rows[0];
}

export async function insertEvent(
  client: pg.ClientBase,
  id: string,
  form: EventForm,
  { isAvailable, like }: { isAvailable: boolean; like: string | null },
): Promise<void> {
  await client.query("INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'places', $2)", [
    id,
    form.capacity,
  ]);
  await client.query(
    `INSERT INTO events (id, name, title, description, date, time, location, is_available, image_url, image_position, light)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, s.image_url, coalesce(s.image_position, 'center'), coalesce(s.light, '#38F2C0')
     FROM (SELECT) one LEFT JOIN events s ON s.id = $9`,
    [id, form.name, form.title, form.description, form.date, form.time, form.location, isAvailable, like],
  );
  await writeArtists(client, id, form.artists);
}

export async function updateEvent(client: pg.ClientBase, id: string, form: EventForm): Promise<void> {
  await client.query(
    `UPDATE events SET name = $2, title = $3, description = $4, date = $5, time = $6, location = $7,
       version = version + 1, updated_at = now() WHERE id = $1`,
    [id, form.name, form.title, form.description, form.date, form.time, form.location],
  );
  await client.query("UPDATE stock_counters SET capacity = $2 WHERE id = $1 AND capacity <> $2", [
    id,
    form.capacity,
  ]);
  await client.query("DELETE FROM event_artists WHERE event_id = $1", [id]);
  await writeArtists(client, id, form.artists);
}

/** Artists that are gone meanwhile are left out. */
async function writeArtists(client: pg.ClientBase, id: string, artists: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO event_artists (event_id, artist_id, billing)
     SELECT $1, a.id, n.place FROM unnest($2::uuid[]) WITH ORDINALITY AS n(id, place) JOIN artists a ON a.id = n.id`,
    [id, artists],
  );
}
