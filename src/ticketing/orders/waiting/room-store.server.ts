import type { Sql } from "#platform/database/sql.ts";
import { belongsToMailbox, isProven } from "#ticketing/people/person-queries.server.ts";
import type { DrawnRoom, RoomAdmission } from "./room-pace.ts";

/** Rooms that are not over and whose announced hour has come. */
export async function listBegunRooms(client: Sql): Promise<{ eventId: string; isDrawn: boolean }[]> {
  const { rows } = await client.query<{ eventId: string; isDrawn: boolean }>({
    name: "begun-rooms",
    text: `SELECT event_id AS "eventId", drawn_at IS NOT NULL AS "isDrawn" FROM openings
           WHERE room_minutes IS NOT NULL AND ended_at IS NULL AND opens_at <= now() ORDER BY opens_at, event_id`,
  });
  return rows;
}

/** Locks an opening for the draw; false if it was drawn already. Nobody can join while the lock is held. */
export async function lockForDraw(client: Sql, eventId: string): Promise<boolean> {
  const { rows } = await client.query<{ drawn: boolean }>(
    "SELECT drawn_at IS NOT NULL AS drawn FROM openings WHERE event_id = $1 FOR UPDATE",
    [eventId],
  );
  return rows[0]?.drawn === false;
}

/**
 * Numbers everybody who was in the room at the announced hour, in an order that only the seed decides. The seed is
 * stored with the opening, so that anybody can repeat the calculation. Returns how many people there were.
 */
export async function writeDraw(client: Sql, eventId: string, seed: string): Promise<number> {
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

/**
 * Locks a drawn room before people are let in; undefined if another process has locked it. People can still join.
 * `seconds`: the time for which nobody has been let in yet; `counted_at` is when it begins.
 */
export async function lockDrawnRoom(
  client: Sql,
  eventId: string,
  isStoppedSql: string,
): Promise<DrawnRoom | undefined> {
  const { rows } = await client.query<DrawnRoom>(
    `SELECT places_given AS given, admitted_up_to AS admitted, extract(epoch FROM now() - counted_at)::float8 AS seconds,
       extract(epoch FROM now() - opens_at)::float8 AS "sinceOpening", ${isStoppedSql} AS "isStopped"
     FROM openings WHERE event_id = $1 AND drawn_at IS NOT NULL AND ended_at IS NULL FOR NO KEY UPDATE SKIP LOCKED`,
    [eventId],
  );
  return rows[0];
}

/** Numbers the people who came after the draw, by arrival. Returns how many numbers are given out. */
export async function numberLatecomers(client: Sql, eventId: string, given: number): Promise<number> {
  const { rowCount } = await client.query({
    name: "number-latecomers",
    text: `UPDATE room_places p SET number = d.number FROM (
             SELECT id, $2::int + row_number() OVER (ORDER BY arrival) AS number FROM room_places WHERE event_id = $1 AND number IS NULL) d
           WHERE p.id = d.id`,
    values: [eventId, given],
  });
  return given + (rowCount ?? 0);
}

export async function writeAdmission(
  client: Sql,
  eventId: string,
  { given, admitted, seconds, isOver }: RoomAdmission & Pick<DrawnRoom, "given">,
): Promise<void> {
  await client.query({
    name: "write-admission",
    text: `UPDATE openings SET places_given = $2, admitted_up_to = $3, counted_at = counted_at + make_interval(secs => $4),
             ended_at = CASE WHEN $5 THEN now() END WHERE event_id = $1`,
    values: [eventId, given, admitted, seconds, isOver],
  });
}

/**
 * Whether another account with the same proven mailbox waits for this night while this account does not. Keeps others
 * of the mailbox from taking a place until the transaction ends.
 */
export async function othersOfMailboxWait(
  client: Sql,
  { eventId, userId }: Record<"eventId" | "userId", string>,
): Promise<boolean> {
  await client.query({
    name: "lock-room-mailbox",
    text: "SELECT pg_advisory_xact_lock(hashtextextended($1::text, mailbox_key(contact::text))) FROM profiles WHERE id = $2",
    values: [eventId, userId],
  });
  const { rowCount } = await client.query({
    name: "room-places-of-mailbox",
    text: `SELECT FROM profiles p JOIN room_places w ON w.user_id = p.id AND w.event_id = $1 JOIN openings o ON o.event_id = w.event_id AND o.ended_at IS NULL
           WHERE ${belongsToMailbox("p", `(SELECT mailbox_key(me.contact::text) FROM profiles me WHERE me.id = $2 AND ${isProven("me")})`)}
             AND ${isProven("p")} AND NOT EXISTS (SELECT FROM room_places WHERE event_id = $1 AND user_id = $2) LIMIT 1`,
    values: [eventId, userId],
  });
  return rowCount === 1;
}

/** Takes the account's place and returns its id, the same each time; undefined when nobody may join. */
export async function takeRoomPlace(
  client: Sql,
  { id, eventId, userId }: Record<"id" | "eventId" | "userId", string>,
): Promise<string | undefined> {
  await client.query({
    name: "take-room-place",
    text: `INSERT INTO room_places (id, event_id, user_id) SELECT $1, event_id, $3 FROM openings
           WHERE event_id = $2 AND EXISTS (SELECT FROM events WHERE id = $2)
             AND room_minutes IS NOT NULL AND ended_at IS NULL AND opens_at - make_interval(mins => room_minutes) <= now()
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
