import type pg from "pg";

/** Minutes until the hour (negative: since), and how long before it the room opens; null without a room. */
export type OpeningFacts = { readonly inMinutes: number; readonly roomMinutes: number | null };

/** Announces an opening straight in the database, also one that has come already. */
export async function announce(
  owner: Pick<pg.ClientBase, "query">,
  eventId: string,
  { inMinutes, roomMinutes }: OpeningFacts,
): Promise<void> {
  await owner.query(
    "INSERT INTO openings (event_id, opens_at, room_minutes) VALUES ($1, now() + make_interval(secs => $2), $3)",
    [eventId, inMinutes * 60, roomMinutes],
  );
}

/** The hour comes: what was to be opens now, and whoever is in the room was there before. */
export async function letTheHourCome(owner: Pick<pg.ClientBase, "query">, eventId: string): Promise<void> {
  await owner.query("UPDATE openings SET opens_at = clock_timestamp() WHERE event_id = $1", [eventId]);
}

/** As if letting people in had last been counted this long ago. */
export async function passSeconds(
  owner: Pick<pg.ClientBase, "query">,
  eventId: string,
  seconds: number,
): Promise<void> {
  await owner.query(
    "UPDATE openings SET counted_at = counted_at - make_interval(secs => $2) WHERE event_id = $1",
    [eventId, seconds],
  );
}
