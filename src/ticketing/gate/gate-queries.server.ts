import type { Uuid } from "#kernel/id.ts";
import type { Day } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { EventPicture } from "#ticketing/events/event.ts";
import {
  businessDayFrom,
  byStart,
  isBetween,
  isOngoing,
  isOver,
  isTonight,
} from "#ticketing/events/night-time.ts";
import { pictureWithoutTitle } from "#ticketing/pictures/picture-queries.server.ts";
import { awaitedOnTicket, cameOnTicket } from "#ticketing/stock/stock.ts";
import type { Verdict } from "./admission.ts";
import { type BoardPhone, listBoardPhones } from "./door-board-queries.server.ts";
import type { GateSettings } from "./door-store.server.ts";

export type GateNight = {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly time: string | null;
  readonly doors: string | null;
  readonly startsAt: Date;
  readonly isTonight: boolean;
  readonly isOngoing: boolean;
  readonly isOver: boolean;
  readonly isCancelled: boolean;
  /** The moment of `isTonight` and `isOver`, by the database's clock, in seconds since 1970. */
  readonly now: number;
  readonly picture: EventPicture | null;
  /** People who came in on tickets, and people who may still come on one. */
  readonly came: number;
  readonly awaited: number;
  /** Places of the names on its guest lists, and people who came in on them. */
  readonly guests: { readonly places: number; readonly entered: number };
};

/** The business days, relative to today, whose nights the door opens: pages about their people are read on no other. */
export const doorDays = [-1, 1] as const;

type Days = readonly [from: number, to: number];

/** SQL: whether night `e` is published and on one of these business days, relative to the day of the moment. */
const isListed = ([from, to]: Days, moment = "now()") =>
  `${isBetween("e", businessDayFrom(from, moment), businessDayFrom(to + 1, moment))} AND is_published(e.publish_at)`;

/** The published nights of these days, with the people inside. `at`: instead of now. */
export async function listGateNights(sql: Sql, days: Days, at: Date | null = null): Promise<GateNight[]> {
  const moment = "coalesce($1, now())";
  const { rows } = await sql.query<GateNight>(
    `SELECT e.id, e.title, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, to_char(e.doors, 'HH24:MI') AS doors, e.starts_at AS "startsAt", ${isTonight("e", moment)} AS "isTonight", ${isOngoing("e", moment)} AS "isOngoing",
       e.ends_at <= ${moment} AS "isOver", e.cancelled_at IS NOT NULL AS "isCancelled", extract(epoch FROM ${moment})::float8 AS now, ${pictureWithoutTitle("e.image_url")} AS picture,
       coalesce(sum(${cameOnTicket}), 0)::int AS came, coalesce(sum(${awaitedOnTicket}), 0)::int AS awaited,
       (SELECT json_build_object('places', coalesce(sum(g.places), 0), 'entered', coalesce(sum(g.entered), 0)) FROM listed_guests g WHERE g.event_id = e.id AND g.removed_at IS NULL) AS guests
     FROM events e LEFT JOIN ticket_purchases p ON p.event_id = e.id
     WHERE ${isListed(days, moment)} GROUP BY e.id ORDER BY ${byStart("e")}`,
    [at],
  );
  return rows;
}

/** SQL: whether the door opens night `e` now, so that chiefs and phones may read of its people. */
export const isAtDoor = isListed(doorDays);

export type GateAnswer = {
  readonly id: string;
  readonly verdict: Verdict;
  readonly entries: number;
  /** True for an add-on: something was handed out, and nobody entered. */
  readonly isAddOn: boolean;
  readonly typeName: string | null;
  readonly holderName: string | null;
  readonly at: Date;
};

/** The last answers to codes typed on this device, newest first; none of a phone, whose id the client may choose. */
export async function listLatestAnswers(sql: Sql, deviceId: string, limit: number): Promise<GateAnswer[]> {
  const { rows } = await sql.query<GateAnswer>(
    `SELECT a.id, a.verdict, a.entries, coalesce(p.places = 0, false) AS "isAddOn", t.type AS "typeName", p.holder_name AS "holderName", a.received_at AS at FROM admissions a
     LEFT JOIN ticket_purchases p ON p.id = a.purchase_id LEFT JOIN tickets t ON t.id = p.ticket_type_id
     WHERE a.device_id = $1 AND a.phone_seq IS NULL ORDER BY a.received_at DESC LIMIT $2`,
    [deviceId, limit],
  );
  return rows;
}

export type NightOfGates = {
  readonly title: string;
  readonly date: Day;
  /** Whether the door opens it now, so that a chief may read of its people. */
  readonly isAtDoor: boolean;
  readonly isOver: boolean;
  readonly isCancelled: boolean;
  readonly types: readonly { readonly id: string; readonly name: string }[];
};

/** A gate with those of its phones that still work, in the order in which they were enrolled. */
export type GateWithPhones = GateSettings & { readonly phones: readonly BoardPhone[] };

export type StoppedPhone = {
  readonly id: string;
  readonly name: string;
  readonly gateName: string;
  /** How many of its rows do not count because it was stopped. */
  readonly rows: number;
};

/** The stopped phones of a night with rows that would count if the chief accepted them. */
export async function listStoppedPhones(sql: Sql, eventId: Uuid): Promise<StoppedPhone[]> {
  const { rows } = await sql.query<StoppedPhone>(
    `SELECT d.id, d.name, g.name AS "gateName", count(*)::int AS rows FROM gate_log l JOIN gate_devices d ON d.id = l.device_id JOIN gates g ON g.id = d.gate_id
     WHERE l.event_id = $1 AND d.revoked_at IS NOT NULL AND waits_for_chief(l) GROUP BY d.id, g.id ORDER BY d.enrolled_at, d.id`,
    [eventId],
  );
  return rows;
}

/** A night and the ticket types that its gates can have; undefined when no such night is published. */
export async function findNightOfGates(sql: Sql, eventId: Uuid): Promise<NightOfGates | undefined> {
  const { rows } = await sql.query<NightOfGates>(
    `SELECT e.title, e.date::text AS date, ${isAtDoor} AS "isAtDoor", ${isOver("e")} AS "isOver", e.cancelled_at IS NOT NULL AS "isCancelled", coalesce((
       SELECT json_agg(json_build_object('id', t.id, 'name', t.type) ORDER BY t.type, t.id) FROM tickets t JOIN event_tickets et ON et.ticket_id = t.id WHERE et.event_id = e.id), '[]') AS types
     FROM events e WHERE e.id = $1 AND is_published(e.publish_at)`,
    [eventId],
  );
  return rows[0];
}

/** The gates of a night, in the order in which they were made, with their phones. */
export async function listGates(sql: Sql, eventId: Uuid): Promise<GateWithPhones[]> {
  const { rows: gates } = await sql.query<GateSettings>(
    'SELECT id, name, mode, type_ids AS "typeIds" FROM gates WHERE event_id = $1 ORDER BY created_at, id',
    [eventId],
  );
  const phones = (await listBoardPhones(sql, eventId)).filter(({ isStopped }) => !isStopped);
  return gates.map((gate) => ({ ...gate, phones: phones.filter(({ gateId }) => gateId === gate.id) }));
}

/** The published nights of these days. */
export async function listDoorNights(
  sql: Sql,
  days: Days,
): Promise<
  { readonly id: Uuid; readonly title: string; readonly date: Day; readonly isCancelled: boolean }[]
> {
  const { rows } = await sql.query<{ id: Uuid; title: string; date: Day; isCancelled: boolean }>(
    `SELECT id, title, date::text AS date, cancelled_at IS NOT NULL AS "isCancelled" FROM events e WHERE ${isListed(days)} ORDER BY ${byStart("e")}`,
  );
  return rows;
}
