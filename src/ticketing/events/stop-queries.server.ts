import type { Sql } from "#platform/database/sql.ts";
import { authorName } from "#ticketing/journal/author-name.ts";
import { soldPlaces } from "#ticketing/stock/stock.ts";
import { byStart } from "./night-time.ts";
import { nightTakesPlace } from "./sale-state-queries.server.ts";
import { inForce, type Stop } from "./stop.ts";

/** All stops in force, without their reasons, which are for the team. */
export async function listStops(reader: Sql): Promise<Stop[]> {
  const { rows } = await reader.query<Stop>({
    name: "stops",
    text: `SELECT kind, event_id AS "eventId", until, extract(epoch FROM until - now())::float8 AS "secondsLeft" FROM stops WHERE ${inForce} ORDER BY since, id`,
  });
  return rows;
}

export type NamedStop = Pick<Stop, "kind"> & {
  /** Null: the whole site. */
  readonly night: string | null;
  readonly reason: string;
};

/** All stops in force, with the night's name and the reason; for the team. */
export async function listNamedStops(reader: Sql): Promise<NamedStop[]> {
  const { rows } = await reader.query<NamedStop>(
    `SELECT s.kind, e.name AS night, s.reason FROM stops s LEFT JOIN events e ON e.id = s.event_id WHERE ${inForce} ORDER BY s.since, s.id`,
  );
  return rows;
}

export type StopDetails = Stop & {
  readonly id: string;
  readonly since: Date;
  readonly reason: string;
  readonly startedBy: string | null;
};

export type StoppableNight = {
  readonly id: string;
  readonly name: string;
  readonly date: string;
  readonly sold: number;
  readonly held: number;
  readonly capacity: number;
  /** Places that are neither sold nor held. */
  readonly free: number;
  /** How many orders wait for their card page. */
  readonly inLine: number;
  readonly lastHold: Date | null;
};

/** The nights that take place, with what each has sold and holds, and every stop in force with its reason. */
export async function listStoppable(
  reader: Sql,
): Promise<{ nights: StoppableNight[]; stops: StopDetails[] }> {
  const nights = await reader.query<StoppableNight>(
    `SELECT e.id, e.name, e.date::text AS date, ${soldPlaces} AS sold, c.held, c.capacity, c.capacity - c.sold - c.held AS free,
       (SELECT count(*)::int FROM orders o WHERE o.line_at IS NOT NULL AND o.state = 'held' AND o.event_ids @> ARRAY[e.id]) AS "inLine",
       (SELECT max(o.hold_expires_at) FROM orders o WHERE o.stake = 'held' AND o.event_ids @> ARRAY[e.id]) AS "lastHold"
     FROM events e JOIN stock_counters c ON c.id = e.id
     WHERE ${nightTakesPlace("e")} OR EXISTS (SELECT FROM stops s WHERE s.event_id = e.id AND ${inForce}) ORDER BY ${byStart("e")}`,
  );
  const stops = await reader.query<StopDetails>(
    `SELECT s.id, s.kind, s.event_id AS "eventId", s.since, s.until, extract(epoch FROM s.until - now())::float8 AS "secondsLeft", s.reason, ${authorName("p")} AS "startedBy"
     FROM stops s LEFT JOIN profiles p ON p.id = s.started_by WHERE ${inForce} ORDER BY s.since`,
  );
  return { nights: nights.rows, stops: stops.rows };
}
