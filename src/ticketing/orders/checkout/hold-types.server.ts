import { bani } from "#kernel/money.ts";
import type { WallTime } from "#kernel/time.ts";
import type { CodeKind } from "#ticketing/events/code-per.ts";
import { isEntryOver, type LetIn } from "#ticketing/events/enter-until.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { saleDoor } from "#ticketing/events/opening.ts";
import { stoppedFor } from "#ticketing/events/stop.ts";
import { guestHoldsOfEvent } from "#ticketing/stock/stock.ts";
import type { SellableNight, SellableType } from "./sellable-type.ts";

/**
 * Ticket types with their phases and the published events they are linked to, as `typeOf` reads them. A phase ends by the clock of
 * this statement, which comes after the locks: the wait for them may be longer than what the phase had left.
 */
export const readTypes = {
  name: "hold-types",
  text: `SELECT t.id, t.type AS title, t.price::float8 AS price, t.entries, t.is_visible, t.family, t.stripe_price_id AS price_id, t.code_per, t.pool_id, t.admits, t.requires_code,
           (SELECT coalesce(json_agg(json_build_object('id', f.id, 'price', f.price, 'isOver', coalesce(f.ends_at <= statement_timestamp(), false)) ORDER BY f.no), '[]')
              FROM price_phases f WHERE f.ticket_type_id = t.id) AS phases,
           t.price_agreed_at IS NOT NULL AS is_price_agreed, t.archived_at IS NOT NULL AS is_archived,
           coalesce(t.sale_starts_at <= now(), true) AND coalesce(t.sale_ends_at > now(), true) AS is_in_sales_window,
           to_char(t.enter_until, 'HH24:MI') AS enter_until, extract(epoch FROM now())::float8 AS now,
           (SELECT coalesce(json_agg(json_build_object('id', e.id, 'guestHoldsId', ${guestHoldsOfEvent}, 'isPast', ${isOver("e", "statement_timestamp()")}, 'isOpen', e.is_available AND e.cancelled_at IS NULL, 'door', ${saleDoor},
                'date', e.date, 'doors', to_char(e.doors, 'HH24:MI'), 'time', to_char(e.time, 'HH24:MI'),
                'isStopped', ${stoppedFor(["sale", "read_only"], "ARRAY[e.id]")}) ORDER BY e.date, e.id), '[]')
              FROM event_tickets l JOIN events e ON e.id = l.event_id LEFT JOIN openings o ON o.event_id = e.id WHERE l.ticket_id = t.id AND is_published(e.publish_at)) AS events
         FROM tickets t WHERE t.id = ANY($1::uuid[])`,
};

export type TypeRow = {
  id: string;
  title: string;
  price: number;
  entries: number;
  is_visible: boolean;
  family: SellableType["family"];
  price_id: string | null;
  code_per: CodeKind;
  pool_id: string | null;
  admits: boolean;
  requires_code: boolean;
  phases: SellableType["phases"];
  is_price_agreed: boolean;
  is_archived: boolean;
  is_in_sales_window: boolean;
  enter_until: WallTime | null;
  /** Seconds since 1970. */
  now: number;
  events: readonly (Omit<SellableNight, "isEntryOver"> & LetIn)[];
};
export function typeOf(row: TypeRow): SellableType {
  return {
    id: row.id,
    title: row.title,
    price: bani(row.price),
    entries: row.admits ? row.entries : 0,
    isVisible: row.is_visible,
    family: row.family,
    priceId: row.price_id,
    codePer: row.code_per,
    poolId: row.pool_id,
    requiresCode: row.requires_code,
    phases: row.phases,
    isPriceAgreed: row.is_price_agreed,
    isArchived: row.is_archived,
    isInSalesWindow: row.is_in_sales_window,
    events: row.events.map(({ date, doors, time, ...night }) => ({
      ...night,
      isEntryOver: isEntryOver({ date, doors, time }, row.enter_until, row.now),
    })),
  };
}
