import type pg from "pg";
import { stoppedFor } from "./stop.ts";

/** A night that is about to be linked. */
export type NewNight = {
  readonly id: string;
  readonly title: string;
  /** Still takes place, today or later: who holds the pass gets a ticket for it. */
  readonly isAhead: boolean;
  /** It, or the whole site, may only be read. */
  readonly isReadOnly: boolean;
};

/**
 * Locks a ticket type and resolves to those of these nights that it does not admit to yet, in their order; undefined
 * when there is no such type (any more). The counters are locked by then, as `editTicketType` does it.
 */
export async function lockNewNights(
  client: pg.ClientBase,
  typeId: string,
  nights: readonly string[],
): Promise<NewNight[] | undefined> {
  const { rowCount } = await client.query(
    "SELECT FROM tickets WHERE id = $1 AND archived_at IS NULL FOR NO KEY UPDATE",
    [typeId],
  );
  if (rowCount === 0) return undefined;
  const { rows } = await client.query<NewNight>(
    `SELECT e.id, e.title, e.date >= (now() AT TIME ZONE 'Europe/Bucharest')::date AND e.cancelled_at IS NULL AS "isAhead", ${stoppedFor(["read_only"], "ARRAY[e.id]")} AS "isReadOnly"
     FROM events e WHERE e.id = ANY($2::uuid[]) AND NOT EXISTS (SELECT FROM event_tickets l WHERE l.event_id = e.id AND l.ticket_id = $1)
     ORDER BY e.date, e.time NULLS FIRST, e.id`,
    [typeId, nights],
  );
  return rows;
}

/** These nights more for a locked type, as its next version. `event_id` names the first of all of them (AMB-01). */
export async function linkNewNights(
  client: pg.ClientBase,
  typeId: string,
  nights: readonly string[],
): Promise<void> {
  await client.query(
    "INSERT INTO event_tickets (event_id, ticket_id) SELECT n.id, $1 FROM unnest($2::uuid[]) AS n(id)",
    [typeId, nights],
  );
  await client.query(
    `UPDATE tickets SET version = version + 1, updated_at = now(),
       event_id = (SELECT e.id FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = $1 ORDER BY e.date, e.id LIMIT 1)
     WHERE id = $1`,
    [typeId],
  );
}
