import { bani } from "#kernel/money.ts";
import { byStart } from "#ticketing/events/night-time.ts";
import { saleDoor } from "#ticketing/events/opening.ts";
import { entryOver, nightOff, typeOff } from "#ticketing/events/sale-state-queries.server.ts";
import type { CodeKind } from "#ticketing/events/type-family.ts";
import { guestHoldsOfEvent } from "#ticketing/stock/stock.ts";
import type { SellableNight, SellableType } from "./sellable-type.ts";

const clock = "statement_timestamp()";

/**
 * The ticket types with their phases and published events, as rows for `typeOf`. Uses this statement's own clock: it
 * runs after the locks, and waiting for them may outlast a phase or a night.
 */
export const readTypes = {
  name: "hold-types",
  text: `SELECT t.id, t.type AS title, t.price::float8 AS price, t.entries, t.family, t.stripe_price_id AS price_id, t.code_per, t.pool_id, t.admits, t.requires_code,
           (SELECT coalesce(json_agg(json_build_object('id', f.id, 'price', f.price, 'isOver', coalesce(f.ends_at <= ${clock}, false)) ORDER BY f.no), '[]')
              FROM price_phases f WHERE f.ticket_type_id = t.id) AS phases,
           ${typeOff("false", clock)} AS off,
           (SELECT coalesce(json_agg(json_build_object('id', e.id, 'guestHoldsId', ${guestHoldsOfEvent}, 'off', ${nightOff(clock)}, 'hasRoom', coalesce(${saleDoor} = 'room', false),
                'isEntryOver', ${entryOver("e", clock)}) ORDER BY ${byStart("e")}), '[]')
              FROM event_tickets l JOIN events e ON e.id = l.event_id LEFT JOIN openings o ON o.event_id = e.id WHERE l.ticket_id = t.id AND is_published(e.publish_at)) AS events
         FROM tickets t WHERE t.id = ANY($1::uuid[])`,
};

export type TypeRow = {
  id: string;
  title: string;
  price: number;
  entries: number;
  family: SellableType["family"];
  price_id: string | null;
  code_per: CodeKind;
  pool_id: string | null;
  admits: boolean;
  requires_code: boolean;
  phases: SellableType["phases"];
  off: SellableType["off"];
  events: readonly SellableNight[];
};

export function typeOf(row: TypeRow): SellableType {
  return {
    id: row.id,
    title: row.title,
    price: bani(row.price),
    entries: row.admits ? row.entries : 0,
    family: row.family,
    priceId: row.price_id,
    codePer: row.code_per,
    poolId: row.pool_id,
    requiresCode: row.requires_code,
    phases: row.phases,
    off: row.off,
    events: row.events,
  };
}
