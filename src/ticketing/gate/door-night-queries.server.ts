import type { Sql } from "#platform/database/sql.ts";
import type { RowMode, RowReason } from "./door-words.ts";
import { entriesOfNight } from "./entered-on.ts";
import type { Quarter } from "./entries-by-quarter.ts";

/**
 * How many people came in at a night, by quarters of an hour of when it was known: on tickets, by name and by a sale, undone
 * ones taken off.
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
  /** By the phone's clock where a phone wrote it. */
  readonly at: Date;
  /** By the server's: the phone's clock was wrong. */
  readonly isCorrected: boolean;
  /** Null on the page for typed codes. */
  readonly gateName: string | null;
  readonly phoneName: string | null;
  readonly mode: RowMode | null;
  /** Less than none where it was taken back on the page for typed codes. */
  readonly entries: number;
  readonly by: "ticket" | "guest" | "sale";
  /** Of a ticket, "FSC-4821-093175". */
  readonly label: string | null;
  readonly typeName: string;
  /** Of mode `override`: why, and the chief's phone, where a code of it was there. */
  readonly reason: RowReason | null;
  readonly chiefName: string | null;
};

/** Every entry of a night that nobody undid, the earliest first; guests without their names. */
export async function listNightEntries(sql: Sql, eventId: string): Promise<NightEntry[]> {
  const { rows } = await sql.query<NightEntry>(
    `SELECT coalesce(c.device_at, c.at) AS at, c.said_at IS NOT NULL AS "isCorrected", g.name AS "gateName", d.name AS "phoneName", c.mode, c.entries,
       CASE WHEN c.purchase_id IS NOT NULL THEN 'ticket' WHEN c.guest_id IS NOT NULL THEN 'guest' ELSE 'sale' END AS by,
       p.ticket_code AS label, coalesce(t.type, '') AS "typeName", c.reason, k.name AS "chiefName"
     FROM (${entriesOfNight("$1")}) c LEFT JOIN gate_devices d ON d.id = c.device_id LEFT JOIN gates g ON g.id = d.gate_id LEFT JOIN gate_devices k ON k.id = c.chief_device
       LEFT JOIN ticket_purchases p ON p.id = c.purchase_id LEFT JOIN tickets t ON t.id = coalesce(p.ticket_type_id, c.type_id)
     ORDER BY 1, p.ticket_code, c.entries DESC`,
    [eventId],
  );
  return rows;
}

/** What one phone did beside letting in who had a good ticket. */
export type PhoneExceptions = {
  readonly phoneId: string;
  readonly phoneName: string;
  readonly gateName: string;
  readonly admitted: number;
  /** People whom the chief let in there against the answer. */
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
       coalesce(sum(s.entries) FILTER (WHERE s.is_counted AND s.mode = 'override' AND s.kind IN ('admit', 'guest', 'return', 'sale')), 0)::int AS overrides,
       json_build_object('mistake', ${undos("mistake")}, 'not_entered', ${undos("not_entered")}, 'other', ${undos("other")}) AS undos
     FROM gate_devices d JOIN gates g ON g.id = d.gate_id LEFT JOIN gate_log s ON s.device_id = d.id AND NOT s.is_quarantined
     WHERE d.event_id = $1 GROUP BY d.id, g.id ORDER BY g.created_at, g.id, d.enrolled_at, d.id`,
    [eventId],
  );
  return rows;
}

export type NightAttendance = {
  /** Entries of valid tickets, and of them those that nobody used. */
  readonly sold: number;
  readonly missing: number;
};

/** The tickets of a night after it, without what is bought beside one. */
export async function countNightTickets(sql: Sql, eventId: string): Promise<NightAttendance> {
  const { rows } = await sql.query<NightAttendance>(
    `SELECT coalesce(sum(entries_total), 0)::int AS sold, coalesce(sum(entries_remaining), 0)::int AS missing
     FROM ticket_purchases WHERE event_id = $1 AND status = 'paid' AND share_returned_at IS NULL AND places > 0`,
    [eventId],
  );
  return rows[0] ?? { sold: 0, missing: 0 };
}
