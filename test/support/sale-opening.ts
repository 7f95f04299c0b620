import type pg from "pg";

/** Minutes until the hour (negative: since), and how long before it the room opens; null without a room. */
export type OpeningFacts = { readonly inMinutes: number; readonly roomMinutes: number | null };

/** Announces an opening directly in the database, also one in the past. */
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

/** Moves an opening to now, and the arrivals of all people in the room before it. */
export async function letTheHourCome(owner: Pick<pg.ClientBase, "query">, eventId: string): Promise<void> {
  await owner.query("UPDATE openings SET opens_at = clock_timestamp() WHERE event_id = $1", [eventId]);
}

/** Moves the time of the last admission back by this long. */
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
