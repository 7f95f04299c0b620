import type { Sql } from "#platform/database/sql.ts";
import { authorName } from "#ticketing/journal/author-name.ts";
import { limits } from "#ticketing/limits.ts";
import type { OverrideRow } from "./door-board-queries.server.ts";

export type NightChiefs = {
  /** The names of the people who marked double entries and findings or accepted phones, by their ids. */
  readonly markers: ReadonlyMap<string, string>;
  /** The people let in on the chief's page of orders, the newest first. */
  readonly admitted: readonly OverrideRow[];
};

/**
 * What a night's chiefs did under their own names. It reads with the program's rights, because a chief may not read
 * people; the caller has checked that the person leads the door.
 */
export async function readNightChiefs(sql: Sql, eventId: string): Promise<NightChiefs> {
  const { rows } = await sql.query<{ id: string; name: string | null }>(
    `SELECT p.id, ${authorName("p")} AS name FROM profiles p WHERE p.id IN (SELECT m.marked_by FROM double_marks m WHERE m.event_id = $1 UNION SELECT d.rows_accepted_by FROM gate_devices d WHERE d.event_id = $1)`,
    [eventId],
  );
  // the page writes the answer and the journal's row in one transaction, so both have its moment
  const { rows: admitted } = await sql.query<OverrideRow>(
    `SELECT NULL AS "gateName", NULL AS "phoneName", j.id::float8 AS seq, 'admit' AS kind, p.ticket_code AS label, '' AS "typeName", NULL::int AS tickets, a.entries, p.places = 0 AS "isAddOn", coalesce(${authorName("w")}, '') AS "chiefName", j.after ->> 'reason' AS reason, false AS "isUndone", j.at
     FROM ticket_purchases p JOIN admissions a ON a.purchase_id = p.id AND a.phone_seq IS NULL AND a.entries > 0
       JOIN journal j ON j.subject_kind = 'order' AND j.subject_id = p.order_id AND j.what = 'entry_by_chief' AND j.at = a.received_at LEFT JOIN profiles w ON w.id = j.actor_id
     WHERE p.event_id = $1 ORDER BY j.at DESC LIMIT $2`,
    [eventId, limits.rowsOfDoorList],
  );
  return { markers: new Map(rows.map(({ id, name }) => [id, name ?? ""])), admitted };
}
