import type { Sql } from "#platform/database/sql.ts";
import { withSale } from "#ticketing/events/sale-state-queries.server.ts";

export type RoomState = {
  readonly opensAt: Date;
  readonly roomOpensAt: Date;
  /** Seconds until the sale opens, by the database's clock; negative afterwards. */
  readonly secondsToOpening: number;
  readonly isDrawn: boolean;
  readonly isOver: boolean;
  /** `given`: how many numbers are given out. `admitted`: the last number that was let in. */
  readonly given: number;
  readonly admitted: number;
  /** For how many people tickets can still be bought. */
  readonly available: number;
};

/** The ids of nights that have or had a waiting room. */
export async function listRoomNights(reader: Sql): Promise<ReadonlySet<string>> {
  const { rows } = await reader.query<{ eventId: string }>({
    name: "room-nights",
    text: 'SELECT event_id AS "eventId" FROM openings WHERE room_minutes IS NOT NULL',
  });
  return new Set(rows.map(({ eventId }) => eventId));
}

/** The state of a night's waiting room; undefined for a night without one. */
export async function findRoom(reader: Sql, eventId: string): Promise<RoomState | undefined> {
  const { rows } = await reader.query<RoomState>({
    name: "find-room",
    text: `SELECT r.opens_at AS "opensAt", r.opens_at - make_interval(mins => r.room_minutes) AS "roomOpensAt",
             ceil(extract(epoch FROM r.opens_at - now()))::int AS "secondsToOpening", r.drawn_at IS NOT NULL AS "isDrawn",
             r.ended_at IS NOT NULL AS "isOver", r.places_given AS given, r.admitted_up_to AS admitted, s.places_left AS available
           FROM openings r JOIN events e ON e.id = r.event_id ${withSale} WHERE r.event_id = $1 AND r.room_minutes IS NOT NULL`,
    values: [eventId],
  });
  return rows[0];
}

export type PlaceRow = {
  readonly id: string;
  readonly userId: string;
  readonly arrival: number;
  /** Null before the draw. */
  readonly number: number | null;
};

const place = `id, user_id AS "userId", arrival::float8 AS arrival, number`;

/** Places that are new, or got a number, since the given arrival and number. */
export async function listNewPlaces(
  reader: Sql,
  eventId: string,
  { arrival, number }: { arrival: number; number: number },
): Promise<PlaceRow[]> {
  const { rows } = await reader.query<PlaceRow>({
    name: "new-places",
    text: `SELECT ${place} FROM room_places WHERE event_id = $1 AND arrival > $2
           UNION SELECT ${place} FROM room_places WHERE event_id = $1 AND number > $3`,
    values: [eventId, arrival, number],
  });
  return rows;
}

export async function findPlace(
  reader: Sql,
  eventId: string,
  sought: { readonly id: string } | { readonly userId: string },
): Promise<PlaceRow | undefined> {
  const isSought = "id" in sought ? "id = $2" : "user_id = $2";
  const { rows } = await reader.query<PlaceRow>(
    `SELECT ${place} FROM room_places WHERE event_id = $1 AND ${isSought}`,
    [eventId, "id" in sought ? sought.id : sought.userId],
  );
  return rows[0];
}
