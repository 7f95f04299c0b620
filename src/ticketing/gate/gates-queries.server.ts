import type { Uuid } from "#kernel/id.ts";
import type { Day } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { businessDayFrom, byStart, isBetween } from "#ticketing/events/night-time.ts";
import { durations } from "#ticketing/limits.ts";
import type { DoorMode } from "./door-words.ts";

export type NightOfGates = {
  readonly title: string;
  readonly date: Day;
  readonly isCancelled: boolean;
  readonly types: readonly { readonly id: Uuid; readonly name: string }[];
};

export type GateWithPhones = {
  readonly id: Uuid;
  readonly name: string;
  readonly mode: DoorMode;
  readonly typeIds: readonly Uuid[];
  /** Those that were not stopped and whose time is not over, the first one first. */
  readonly phones: readonly {
    readonly id: Uuid;
    readonly name: string;
    readonly decides: boolean;
    readonly unsent: number;
    readonly isAway: boolean;
    readonly isChief: boolean;
    readonly enrolledAt: Date;
  }[];
};

export type StoppedPhone = {
  readonly id: Uuid;
  readonly name: string;
  readonly gateName: string;
  /** Rows that do not count because it was stopped. */
  readonly rows: number;
};

/** The stopped phones of a night whose rows do not count and could. */
export async function listStoppedPhones(sql: Sql, eventId: Uuid): Promise<StoppedPhone[]> {
  const { rows } = await sql.query<StoppedPhone>(
    `SELECT d.id, d.name, g.name AS "gateName", count(*)::int AS rows FROM gate_log l JOIN gate_devices d ON d.id = l.device_id JOIN gates g ON g.id = d.gate_id
     WHERE l.event_id = $1 AND l.finding = 'revoked' AND NOT l.is_counted AND d.revoked_at IS NOT NULL GROUP BY d.id, g.id ORDER BY d.enrolled_at, d.id`,
    [eventId],
  );
  return rows;
}

/** A night and the ticket types that a gate may be for. */
export async function findNightOfGates(sql: Sql, eventId: Uuid): Promise<NightOfGates | undefined> {
  const { rows } = await sql.query<NightOfGates>(
    `SELECT e.title, e.date::text AS date, e.cancelled_at IS NOT NULL AS "isCancelled", coalesce((
       SELECT json_agg(json_build_object('id', t.id, 'name', t.type) ORDER BY t.type, t.id) FROM tickets t JOIN event_tickets et ON et.ticket_id = t.id WHERE et.event_id = e.id), '[]') AS types
     FROM events e WHERE e.id = $1`,
    [eventId],
  );
  return rows[0];
}

/** The gates of a night in the order in which they were made, with their phones. */
export async function listGates(sql: Sql, eventId: Uuid): Promise<GateWithPhones[]> {
  const { rows: gates } = await sql.query<Omit<GateWithPhones, "phones">>(
    'SELECT id, name, mode, type_ids AS "typeIds" FROM gates WHERE event_id = $1 ORDER BY created_at, id',
    [eventId],
  );
  const { rows: phones } = await sql.query<GateWithPhones["phones"][number] & { gateId: Uuid }>(
    `SELECT id, gate_id AS "gateId", name, decides, is_chief AS "isChief", enrolled_at AS "enrolledAt", greatest(0, said_through - acked_through) AS unsent,
       settled_at < now() - make_interval(secs => $2) AS "isAway" FROM gate_devices
     WHERE event_id = $1 AND revoked_at IS NULL AND ends_at > now() ORDER BY enrolled_at, id`,
    [eventId, durations.phoneAway],
  );
  return gates.map((gate) => ({ ...gate, phones: phones.filter(({ gateId }) => gateId === gate.id) }));
}

/** The published nights of the business days of so many days ago to so many days ahead. */
export async function listDoorNights(
  sql: Sql,
  [from, to]: readonly [from: number, to: number],
): Promise<{ readonly id: Uuid; readonly title: string; readonly date: Day }[]> {
  const { rows } = await sql.query<{ id: Uuid; title: string; date: Day }>(
    `SELECT id, title, date::text AS date FROM events e WHERE ${isBetween("e", businessDayFrom(from), businessDayFrom(to + 1))} AND is_published(publish_at) ORDER BY ${byStart("e")}`,
  );
  return rows;
}
