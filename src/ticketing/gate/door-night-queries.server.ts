import { only, type Sql } from "#platform/database/sql.ts";
import { entriesOfNight, notUndone, writtenAt } from "#ticketing/events/entered-on.ts";
import { awaitedOnTicket, cameOnTicket } from "#ticketing/stock/stock.ts";
import type { RowMode, RowReason } from "./door-words.ts";
import type { Quarter } from "./entries-by-quarter.ts";

/**
 * How many people came in at a night, by quarter of an hour: on tickets, by name and by door sales, without undone
 * ones.
 */
export async function countNightByQuarter(sql: Sql, eventId: string): Promise<Quarter[]> {
  const { rows } = await sql.query<Quarter>(
    `SELECT date_bin('15 minutes', c.at, timestamptz '2000-01-01 00:00Z') AS "from", sum(c.entries)::int AS entered FROM (${entriesOfNight("$1")}) c
     GROUP BY 1 ORDER BY 1`,
    [eventId],
  );
  return rows;
}

export type NightEntry = {
  readonly at: Date;
  /** True when the phone's clock was wrong, so `at` is corrected by the server's. */
  readonly isCorrected: boolean;
  /** Null for an entry on the page for typed codes. */
  readonly gateName: string | null;
  readonly phoneName: string | null;
  readonly mode: RowMode | null;
  /** Negative when it was undone on the page for typed codes. */
  readonly entries: number;
  readonly by: "ticket" | "add_on" | "guest" | "sale";
  /** A ticket's label, "FSC-4821-093175"; null for others. */
  readonly label: string | null;
  readonly typeName: string;
  /** For mode `override`: the reason. */
  readonly reason: RowReason | null;
  /** For mode `override`: the chief's phone, if a chief's code proves the entry. */
  readonly chiefName: string | null;
};

/** Every entry and add-on of a night that nobody undid, the earliest first. Guests appear without their names. */
export async function listNightEntries(sql: Sql, eventId: string): Promise<NightEntry[]> {
  const { rows } = await sql.query<NightEntry>(
    `SELECT c.at, c.said_at IS NOT NULL AS "isCorrected", g.name AS "gateName", d.name AS "phoneName", c.mode, c.entries,
       CASE WHEN c.is_add_on THEN 'add_on' WHEN c.purchase_id IS NOT NULL THEN 'ticket' WHEN c.guest_id IS NOT NULL THEN 'guest' ELSE 'sale' END AS by,
       p.ticket_code AS label, coalesce(t.type, '') AS "typeName", c.reason, k.name AS "chiefName"
     FROM (${entriesOfNight("$1", "true")}) c LEFT JOIN gate_devices d ON d.id = c.device_id LEFT JOIN gates g ON g.id = d.gate_id LEFT JOIN gate_devices k ON k.id = c.chief_device
       LEFT JOIN ticket_purchases p ON p.id = c.purchase_id LEFT JOIN tickets t ON t.id = coalesce(p.ticket_type_id, c.type_id)
     ORDER BY 1, p.ticket_code, c.entries DESC`,
    [eventId],
  );
  return rows;
}

export type StampRow = Pick<
  NightEntry,
  "at" | "isCorrected" | "gateName" | "phoneName" | "mode" | "label" | "typeName"
> & {
  readonly kind: "exit" | "return";
  readonly people: number;
};

/** Everybody who went out of a night with a stamp or came back with one, the earliest first, without undone rows. */
export async function listStampRows(sql: Sql, eventId: string): Promise<StampRow[]> {
  const { rows } = await sql.query<StampRow>(
    `SELECT s.kind, ${writtenAt("s")} AS at, s.said_at IS NOT NULL AS "isCorrected", g.name AS "gateName", d.name AS "phoneName", s.mode, s.entries AS people, p.ticket_code AS label, t.type AS "typeName"
     FROM gate_log s JOIN gate_devices d ON d.id = s.device_id JOIN gates g ON g.id = d.gate_id JOIN ticket_purchases p ON p.id = s.purchase_id JOIN tickets t ON t.id = p.ticket_type_id
     WHERE s.event_id = $1 AND s.is_counted AND s.kind IN ('exit', 'return') AND ${notUndone} ORDER BY 2, s.device_id, s.seq`,
    [eventId],
  );
  return rows;
}

export type UndoRow = Omit<StampRow, "kind" | "mode"> & {
  readonly reason: "mistake" | "not_entered" | "other";
  /** What was undone; null when that row has not come. */
  readonly by: "ticket" | "guest" | "sale" | null;
};

/** The undos of a night, the earliest first, each with what it undid. */
export async function listUndoRows(sql: Sql, eventId: string): Promise<UndoRow[]> {
  const { rows } = await sql.query<UndoRow>(
    `SELECT u.reason, ${writtenAt("u")} AS at, u.said_at IS NOT NULL AS "isCorrected", g.name AS "gateName", d.name AS "phoneName", coalesce(nullif(s.entries, 0), s.quantity, 0) AS people, p.ticket_code AS label,
       coalesce(t.type, '') AS "typeName", CASE WHEN s.kind = 'sale' THEN 'sale' WHEN s.guest_id IS NOT NULL THEN 'guest' WHEN p.id IS NOT NULL THEN 'ticket' END AS by
     FROM gate_log u JOIN gate_devices d ON d.id = u.device_id JOIN gates g ON g.id = d.gate_id LEFT JOIN gate_log s ON s.device_id = u.undoes_device AND s.seq = u.undoes_seq AND NOT s.is_quarantined
       LEFT JOIN ticket_purchases p ON p.id = s.purchase_id LEFT JOIN tickets t ON t.id = coalesce(p.ticket_type_id, s.type_id)
     WHERE u.event_id = $1 AND u.kind = 'undo' AND NOT u.is_quarantined ORDER BY 2, u.device_id, u.seq`,
    [eventId],
  );
  return rows;
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
  const undos = (reason: string) => `count(*) FILTER (WHERE s.kind = 'undo' AND s.reason = '${reason}')`;
  const { rows } = await sql.query<PhoneExceptions>(
    `WITH came AS (${entriesOfNight("$1")})
     SELECT d.id AS "phoneId", d.name AS "phoneName", g.name AS "gateName",
       (SELECT coalesce(sum(c.entries), 0)::int FROM came c WHERE c.device_id = d.id) AS admitted,
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
