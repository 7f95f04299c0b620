import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Sql } from "#platform/database/sql.ts";
import { notUndone } from "#ticketing/events/entered-on.ts";
import { isOverBy } from "#ticketing/events/night-time.ts";
import { pricedNow } from "#ticketing/events/sale-state-queries.server.ts";
import { authorName } from "#ticketing/journal/author-name.ts";
import { durations } from "#ticketing/limits.ts";
import { peopleLetIn } from "#ticketing/stock/stock.ts";
import { unsentRows } from "./door-store.server.ts";

export type PhoneShare = {
  readonly id: Uuid;
  readonly typeId: Uuid;
  readonly typeName: string;
  readonly price: Money;
  readonly quantity: number;
  readonly sold: number;
};

/** A phone at the night's door, and what it may sell. */
export type SellingPhone = {
  readonly id: Uuid;
  readonly name: string;
  readonly gateName: string;
  /** When it was stopped or its time was over; null while it may sell. */
  readonly closedAt: Date | null;
  /** The person who stopped it; null when its time was over, empty when the account is deleted. */
  readonly closedBy: string | null;
  /** True when it is, or at its end was, away, or when rows of it are missing. It may have sold more than is known. */
  readonly isUnsettled: boolean;
  readonly unsent: number;
  readonly shares: readonly PhoneShare[];
};

/** The phones of a night, in the order of their gates; stopped ones too, if something was set aside for them. */
export async function listSellingPhones(
  sql: Sql,
  eventId: string,
  awaySeconds: number,
): Promise<SellingPhone[]> {
  const { rows } = await sql.query<SellingPhone>(
    `SELECT d.id, d.name, g.name AS "gateName", CASE WHEN closing.at < now() THEN closing.at END AS "closedAt", CASE WHEN d.revoked_at IS NOT NULL THEN coalesce(${authorName("w")}, '') END AS "closedBy",
       d.settled_at < least(now(), closing.at) - make_interval(secs => $2) OR missing.unsent > 0 AS "isUnsettled", missing.unsent,
       coalesce((SELECT json_agg(json_build_object('id', h.id, 'typeId', t.id, 'typeName', t.type, 'price', h.price, 'quantity', h.quantity, 'sold',
           (SELECT coalesce(sum(s.quantity), 0)::int FROM gate_log s WHERE s.device_id = h.device_id AND s.type_id = h.ticket_type_id AND s.kind = 'sale' AND s.is_counted AND ${notUndone})) ORDER BY t.type, t.id)
         FROM door_shares h JOIN tickets t ON t.id = h.ticket_type_id WHERE h.device_id = d.id), '[]') AS shares
     FROM gate_devices d JOIN gates g ON g.id = d.gate_id LEFT JOIN profiles w ON w.id = d.revoked_by
       CROSS JOIN LATERAL (SELECT coalesce(d.revoked_at, d.ends_at) AS at) closing CROSS JOIN LATERAL (SELECT ${unsentRows} AS unsent) missing
     WHERE d.event_id = $1 AND (closing.at > now() OR EXISTS (SELECT FROM door_shares h WHERE h.device_id = d.id))
     ORDER BY g.created_at, g.id, d.enrolled_at, d.id`,
    [eventId, awaySeconds],
  );
  return rows;
}

export type DoorOffer = {
  readonly id: Uuid;
  readonly name: string;
  readonly price: Money;
  readonly left: number;
};

/** SQL: whether tickets can be set aside for the door of night `e`, or why not; `$2` is `durations.changeNightAfter`. */
export const doorSaleState = `CASE WHEN e.cancelled_at IS NOT NULL THEN 'cancelled' WHEN ${isOverBy("e", "$2")} THEN 'over' ELSE 'open' END`;

/**
 * The types of a night that can be set aside for its door, hidden ones too, with present price and tickets left: none
 * of a night that is cancelled or over.
 */
export async function listDoorOffers(sql: Sql, eventId: string): Promise<DoorOffer[]> {
  const { rows } = await sql.query<DoorOffer>(
    `SELECT t.id, t.type AS name, n.price::float8 AS price, greatest(0, least(c.capacity - c.held - c.sold, floor((k.capacity - k.held - k.sold) / nullif(${peopleLetIn}, 0)::numeric),
         (SELECT floor((p.capacity - p.held - p.sold) / nullif(${peopleLetIn}, 0)::numeric) FROM stock_counters p WHERE p.id = t.pool_id)))::int AS left
     FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN stock_counters c ON c.id = t.id JOIN stock_counters k ON k.id = l.event_id JOIN events e ON e.id = l.event_id ${pricedNow}
     WHERE l.event_id = $1 AND ${doorSaleState} = 'open' AND t.family = 'ordinary' AND t.archived_at IS NULL ORDER BY t.type, t.id`,
    [eventId, durations.changeNightAfter],
  );
  return rows;
}
