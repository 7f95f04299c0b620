import { isUuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { authorName } from "#ticketing/journal/author-name.ts";
import { limits } from "#ticketing/limits.ts";
import type { Verdict } from "./admission.ts";
import { type DoorRow, listPhoneRows } from "./door-night-queries.server.ts";

/** A code that the page for typed codes refused. `phoneName`: who typed it. */
type RefusedAtPage = Pick<DoorRow, "at" | "phoneName"> & {
  readonly kind: "refused";
  readonly verdict: Exclude<Verdict, "admitted" | "invalid">;
};

/** What happened at the doors. On the page for typed codes, `phoneName` is the person who typed. */
export type DoorStep = DoorRow | RefusedAtPage;

/**
 * What the doors did on the tickets of an order, or of the order of a ticket: what the night's journal has of them, and what
 * the page for typed codes refused. The earliest first, at most the newest `limits.orderSteps`. It reads with the
 * program's rights, because an office may not read the phones' log; the caller has checked that the person reads the
 * order.
 */
export async function listGateSteps(sql: Sql, id: string): Promise<DoorStep[]> {
  if (!isUuid(id)) return [];
  const { rows: tickets } = await sql.query<{ id: string; eventId: string }>(
    `SELECT id, event_id AS "eventId" FROM ticket_purchases WHERE order_id = coalesce((SELECT order_id FROM ticket_purchases WHERE id = $1), $1)`,
    [id],
  );
  const ids = tickets.map((ticket) => ticket.id);
  const { rows: typed } = await sql.query<DoorStep>(
    `SELECT CASE WHEN a.entries = 0 THEN 'refused' WHEN a.entries < 0 THEN 'taken_back' WHEN p.places = 0 THEN 'given' ELSE 'entry' END AS kind, a.verdict, a.received_at AS at, abs(a.entries) AS people,
       CASE WHEN p.places = 0 THEN 'add_on' ELSE 'ticket' END AS by, ${authorName("w")} AS "phoneName", false AS "isCorrected"
     FROM admissions a JOIN ticket_purchases p ON p.id = a.purchase_id LEFT JOIN profiles w ON w.id = a.operator_id
     WHERE a.purchase_id = ANY ($1) AND a.phone_seq IS NULL ORDER BY a.received_at DESC LIMIT $2`,
    [ids, limits.orderSteps],
  );
  const nights = [...new Set(tickets.map(({ eventId }) => eventId))];
  const steps = [...typed, ...(await listPhoneRows(sql, nights, ids, limits.orderSteps))];
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime()).slice(-limits.orderSteps);
}
