import type { Day, WallTime } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { ticketWindow } from "#ticketing/delivery/ticket-window.ts";
import type { SaleMeans } from "#ticketing/events/door-sale.ts";
import { entriesOfNight, notUndone, writtenAt } from "#ticketing/events/entered-on.ts";
import { awaitedOnTicket, cameOnTicket } from "#ticketing/stock/stock.ts";
import type { RowMode, RowReason } from "./door-words.ts";
import type { Quarter } from "./entries-by-quarter.ts";

/**
 * How many people came in at a night, by quarter of an hour: on tickets, by name and by door sales, without undone
 * ones. Those that a phone wrote before the night's first phone and the window of its tickets, or after that window, count
 * in the first or last quarter of that time: the night may have been moved after people came.
 */
export async function countNightByQuarter(sql: Sql, eventId: string): Promise<Quarter[]> {
  const { rows: nights } = await sql.query<{ date: Day; time: WallTime | null }>(
    "SELECT date::text AS date, time::text AS time FROM events WHERE id = $1",
    [eventId],
  );
  const [night] = nights;
  if (!night) return [];
  const { notBefore, notAfter } = ticketWindow(night.date, night.time);
  const { rows } = await sql.query<Quarter>(
    `SELECT date_bin('15 minutes', greatest(least(to_timestamp($2), (SELECT min(d.enrolled_at) FROM gate_devices d WHERE d.event_id = $1)), least(c.at, to_timestamp($3))), timestamptz '2000-01-01 00:00Z') AS "from", sum(c.entries)::int AS entered
     FROM (${entriesOfNight("$1")}) c GROUP BY 1 ORDER BY 1`,
    [eventId, notBefore, notAfter],
  );
  return rows;
}

/** What the doors did, one row of a night's journal. A guest has no name in it. */
export type DoorRow = {
  readonly kind: "entry" | "taken_back" | "given" | "exit" | "return" | "undo";
  readonly at: Date;
  /** True when the phone's clock was wrong, so `at` is corrected by the server's. */
  readonly isCorrected: boolean;
  /** Null for an entry on the page for typed codes. */
  readonly gateName: string | null;
  readonly phoneName: string | null;
  readonly mode: RowMode | null;
  /** Negative when it was undone on the page for typed codes. */
  readonly people: number;
  /** Of an undo, what was undone: null when that row has not come. */
  readonly by: "ticket" | "add_on" | "guest" | "sale" | null;
  /** A ticket's label, "FSC-4821-093175"; null for others. */
  readonly label: string | null;
  readonly typeName: string;
  /** The reason of an undo, or for mode `override` the chief's. */
  readonly reason: RowReason | null;
  /** The number of the fiscal receipt of a sale, as the seller typed it. */
  readonly receipt: string | null;
  /** For mode `override`: the chief's phone, if a chief's code proves the row. */
  readonly chiefName: string | null;
  /** Of an undone sale, what was paid, and how. */
  readonly paid?: { readonly bani: number; readonly means: SaleMeans } | null;
};

/** SQL: joins to row `s` its phone, its gate and its chief's phone. */
const aboutRow =
  "LEFT JOIN gate_devices d ON d.id = s.device_id LEFT JOIN gates g ON g.id = d.gate_id LEFT JOIN gate_devices k ON k.id = s.chief_device";
/** SQL: what every `DoorRow` has of row `s` besides its kind, people and subject. */
const ofRow = `s.said_at IS NOT NULL AS "isCorrected", g.name AS "gateName", d.name AS "phoneName", s.mode, p.ticket_code AS label, coalesce(t.type, '') AS "typeName", s.reason, s.receipt, k.name AS "chiefName"`;

const entryRows = (night: string, which: string) =>
  `SELECT CASE WHEN s.is_add_on THEN 'given' WHEN s.entries < 0 THEN 'taken_back' ELSE 'entry' END AS kind, s.at, s.entries AS people,
     CASE WHEN s.is_add_on THEN 'add_on' WHEN s.purchase_id IS NOT NULL THEN 'ticket' WHEN s.guest_id IS NOT NULL THEN 'guest' ELSE 'sale' END AS by, ${ofRow}
   FROM (${entriesOfNight(night, which)}) s ${aboutRow} LEFT JOIN ticket_purchases p ON p.id = s.purchase_id LEFT JOIN tickets t ON t.id = coalesce(p.ticket_type_id, s.type_id)
   ORDER BY s.at, p.ticket_code, s.entries DESC`;

const stampRows = (which: string) =>
  `SELECT s.kind, ${writtenAt("s")} AS at, s.entries AS people, 'ticket' AS by, ${ofRow}
   FROM gate_log s ${aboutRow} JOIN ticket_purchases p ON p.id = s.purchase_id JOIN tickets t ON t.id = p.ticket_type_id
   WHERE ${which} AND s.is_counted AND s.kind IN ('exit', 'return') AND ${notUndone} ORDER BY 2, s.device_id, s.seq`;

/** `undos`: the log's rows `s`, of which the undos are taken. */
const undoRows = (undos: string) =>
  `SELECT s.kind, ${writtenAt("s")} AS at, coalesce(nullif(o.entries, 0), o.quantity, 0) AS people,
     CASE WHEN o.kind = 'sale' THEN 'sale' WHEN o.guest_id IS NOT NULL THEN 'guest' WHEN p.places = 0 THEN 'add_on' WHEN p.id IS NOT NULL THEN 'ticket' END AS by, ${ofRow},
     CASE WHEN o.kind = 'sale' THEN json_build_object('bani', o.bani, 'means', o.means) END AS paid
   FROM ${undos} ${aboutRow} LEFT JOIN gate_log o ON o.device_id = s.undoes_device AND o.seq = s.undoes_seq AND NOT o.is_quarantined
     LEFT JOIN ticket_purchases p ON p.id = o.purchase_id LEFT JOIN tickets t ON t.id = coalesce(p.ticket_type_id, o.type_id)
   WHERE s.kind = 'undo' AND s.is_counted ORDER BY 2, s.device_id, s.seq`;

/** SQL: the undos `s` of rows on the tickets $2; each row's are looked up, so that none is compared with all of them. */
const undosOnTickets = `(SELECT DISTINCT device_id, seq FROM gate_log WHERE event_id = ANY ($1) AND purchase_id = ANY ($2) AND NOT is_quarantined) m
     CROSS JOIN LATERAL (SELECT * FROM gate_log u WHERE u.undoes_device = m.device_id AND u.undoes_seq = m.seq OFFSET 0) s`;

/** Every entry and add-on of a night that nobody undid, the earliest first. */
export async function listNightEntries(sql: Sql, eventId: string): Promise<DoorRow[]> {
  return (await sql.query<DoorRow>(entryRows("$1", "true"), [eventId])).rows;
}

/** Everybody who went out of a night with a stamp or came back with one, the earliest first, without undone rows. */
export async function listStampRows(sql: Sql, eventId: string): Promise<DoorRow[]> {
  return (await sql.query<DoorRow>(stampRows("s.event_id = $1"), [eventId])).rows;
}

/** The undos of a night that count, the earliest first, each with what it undid. */
export async function listUndoRows(sql: Sql, eventId: string): Promise<DoorRow[]> {
  return (await sql.query<DoorRow>(undoRows("(SELECT * FROM gate_log WHERE event_id = $1) s"), [eventId]))
    .rows;
}

/**
 * What phones did on tickets of these nights and counts: entries and stamps that nobody undid, and undos; of each the
 * newest `most`.
 */
export async function listPhoneRows(
  sql: Sql,
  nights: readonly string[],
  tickets: readonly string[],
  most: number,
): Promise<DoorRow[]> {
  const found: DoorRow[] = [];
  for (const query of [
    entryRows("ANY ($1)", "n.purchase_id = ANY ($2) AND n.mode IS NOT NULL"),
    stampRows("s.event_id = ANY ($1) AND s.purchase_id = ANY ($2)"),
    undoRows(undosOnTickets),
  ]) {
    const newest = `SELECT * FROM (${query}) r ORDER BY at DESC LIMIT $3`;
    found.push(...(await sql.query<DoorRow>(newest, [nights, tickets, most])).rows);
  }
  return found;
}

/** The add-ons that the doors of a night handed out or sold, by type, without undone ones. */
export async function listGivenAddOns(
  sql: Sql,
  eventId: string,
): Promise<{ readonly typeName: string; readonly given: number }[]> {
  const { rows } = await sql.query<{ typeName: string; given: number }>(
    `SELECT t.type AS "typeName", sum(c.entries)::int AS given
     FROM (${entriesOfNight("$1", "is_add_on")}) c LEFT JOIN ticket_purchases p ON p.id = c.purchase_id JOIN tickets t ON t.id = coalesce(p.ticket_type_id, c.type_id)
     GROUP BY t.id HAVING sum(c.entries) > 0 ORDER BY t.type, t.id`,
    [eventId],
  );
  return rows;
}

/** Everything that one phone did besides admitting people with good tickets. */
export type PhoneExceptions = {
  readonly phoneId: string;
  readonly phoneName: string;
  readonly gateName: string;
  readonly admitted: number;
  /** People whom the chief admitted there although the phone refused them, also those who could not be counted. */
  readonly overrides: number;
  readonly undos: { readonly mistake: number; readonly not_entered: number; readonly other: number };
};

/** The phones of a night with their overrides and undos, in the order of their gates. */
export async function listPhoneExceptions(sql: Sql, eventId: string): Promise<PhoneExceptions[]> {
  const undos = (reason: string) =>
    `count(*) FILTER (WHERE s.kind = 'undo' AND s.is_counted AND s.reason = '${reason}')`;
  const { rows } = await sql.query<PhoneExceptions>(
    `WITH came AS MATERIALIZED (SELECT c.device_id, sum(c.entries)::int AS admitted FROM (${entriesOfNight("$1")}) c GROUP BY c.device_id)
     SELECT d.id AS "phoneId", d.name AS "phoneName", g.name AS "gateName",
       coalesce((SELECT c.admitted FROM came c WHERE c.device_id = d.id), 0) AS admitted,
       coalesce(sum(s.entries) FILTER (WHERE s.mode = 'override' AND s.kind IN ('admit', 'guest', 'return', 'sale') AND ${notUndone}), 0)::int AS overrides,
       json_build_object('mistake', ${undos("mistake")}, 'not_entered', ${undos("not_entered")}, 'other', ${undos("other")}) AS undos
     FROM gate_devices d JOIN gates g ON g.id = d.gate_id LEFT JOIN gate_log s ON s.device_id = d.id AND NOT s.is_quarantined
     WHERE d.event_id = $1 GROUP BY d.id, g.id ORDER BY g.created_at, g.id, d.enrolled_at, d.id`,
    [eventId],
  );
  return rows;
}

/** How many people came in on the tickets of a night, and how many may still come. */
export async function countNightTickets(
  sql: Sql,
  eventId: string,
): Promise<{ readonly came: number; readonly awaited: number }> {
  const { rows } = await sql.query<{ came: number; awaited: number }>(
    `SELECT coalesce(sum(${cameOnTicket}), 0)::int AS came, coalesce(sum(${awaitedOnTicket}), 0)::int AS awaited
     FROM ticket_purchases p WHERE p.event_id = $1`,
    [eventId],
  );
  return only(rows);
}
