import type pg from "pg";

/** The rooms that people stand in and whose hour has come, whoever tends them. */
export async function listBegunRooms(
  client: pg.ClientBase,
): Promise<{ eventId: string; isDrawn: boolean }[]> {
  const { rows } = await client.query<{ eventId: string; isDrawn: boolean }>({
    name: "begun-rooms",
    text: `SELECT event_id AS "eventId", drawn_at IS NOT NULL AS "isDrawn" FROM openings
           WHERE room_minutes IS NOT NULL AND ended_at IS NULL AND opens_at <= now() ORDER BY opens_at, event_id`,
  });
  return rows;
}

/**
 * Locks an opening that is not drawn yet, after everybody who was just coming in has come; false when somebody else
 * has drawn meanwhile. Nobody comes in while the lock is held.
 */
export async function lockForDraw(client: pg.ClientBase, eventId: string): Promise<boolean> {
  const { rows } = await client.query<{ drawn: boolean }>(
    "SELECT drawn_at IS NOT NULL AS drawn FROM openings WHERE event_id = $1 FOR UPDATE",
    [eventId],
  );
  return rows[0]?.drawn === false;
}

/**
 * Numbers everybody who stood in the room at the hour, in an order that only the seed decides. The seed stays with the
 * opening, so that anybody can do the same sum again. Resolves to how many they were.
 */
export async function writeDraw(client: pg.ClientBase, eventId: string, seed: string): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE room_places p SET number = d.number FROM (
       SELECT w.id, row_number() OVER (ORDER BY sha256(decode($2, 'hex') || uuid_send(w.user_id)), w.id) AS number
       FROM room_places w JOIN openings o ON o.event_id = w.event_id WHERE w.event_id = $1 AND w.arrived_at < o.opens_at) d
     WHERE p.id = d.id`,
    [eventId, seed],
  );
  await client.query(
    "UPDATE openings SET drawn_at = now(), counted_at = now(), seed = $2, places_given = $3 WHERE event_id = $1",
    [eventId, seed, rowCount],
  );
  return rowCount ?? 0;
}

export type DrawnRoom = {
  readonly given: number;
  readonly admitted: number;
  /** Since letting in was counted last. */
  readonly seconds: number;
  /** Since the hour. */
  readonly sinceOpening: number;
  readonly isStopped: boolean;
};

/** Locks a drawn room for letting in, unless another process is just doing that. People come in meanwhile. */
export async function lockDrawnRoom(
  client: pg.ClientBase,
  eventId: string,
  stopped: string,
): Promise<DrawnRoom | undefined> {
  const { rows } = await client.query<DrawnRoom>(
    `SELECT places_given AS given, admitted_up_to AS admitted, extract(epoch FROM now() - counted_at)::float8 AS seconds,
       extract(epoch FROM now() - opens_at)::float8 AS "sinceOpening", ${stopped} AS "isStopped"
     FROM openings WHERE event_id = $1 AND drawn_at IS NOT NULL AND ended_at IS NULL FOR NO KEY UPDATE SKIP LOCKED`,
    [eventId],
  );
  return rows[0];
}

/** Whoever came after the draw stands behind, in the order of arrival. Resolves to how many numbers are given out. */
export async function numberLatecomers(
  client: pg.ClientBase,
  eventId: string,
  given: number,
): Promise<number> {
  const { rowCount } = await client.query({
    name: "number-latecomers",
    text: `UPDATE room_places p SET number = d.number FROM (
             SELECT id, $2::int + row_number() OVER (ORDER BY arrival) AS number FROM room_places WHERE event_id = $1 AND number IS NULL) d
           WHERE p.id = d.id`,
    values: [eventId, given],
  });
  return given + (rowCount ?? 0);
}

export type Admission = {
  readonly given: number;
  readonly admitted: number;
  /** Seconds that letting in has used up of those counted. */
  readonly seconds: number;
  readonly isOver: boolean;
};

export async function writeAdmission(
  client: pg.ClientBase,
  eventId: string,
  { given, admitted, seconds, isOver }: Admission,
): Promise<void> {
  await client.query({
    name: "write-admission",
    text: `UPDATE openings SET places_given = $2, admitted_up_to = $3, counted_at = counted_at + make_interval(secs => $4),
             ended_at = CASE WHEN $5 THEN now() END WHERE event_id = $1`,
    values: [eventId, given, admitted, seconds, isOver],
  });
}

/** One place for each account; undefined when nobody may come in. */
export async function takeRoomPlace(
  client: pg.ClientBase,
  { id, eventId, userId }: Record<"id" | "eventId" | "userId", string>,
): Promise<string | undefined> {
  await client.query({
    name: "take-room-place",
    text: `INSERT INTO room_places (id, event_id, user_id) SELECT $1, event_id, $3 FROM openings
           WHERE event_id = $2 AND room_minutes IS NOT NULL AND ended_at IS NULL AND opens_at - make_interval(mins => room_minutes) <= now()
           ON CONFLICT (event_id, user_id) DO NOTHING`,
    values: [id, eventId, userId],
  });
  const { rows } = await client.query<{ id: string }>({
    name: "room-place-of",
    text: `SELECT p.id FROM room_places p JOIN openings o ON o.event_id = p.event_id
           WHERE p.event_id = $1 AND p.user_id = $2 AND o.ended_at IS NULL`,
    values: [eventId, userId],
  });
  return rows[0]?.id;
}
