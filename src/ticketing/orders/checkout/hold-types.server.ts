import { byStart } from "#ticketing/events/night-time.ts";
import { saleAccess } from "#ticketing/events/opening.ts";
import { entryOver, nightOff, typeOff } from "#ticketing/events/sale-state-queries.server.ts";
import { guestHoldsOfEvent, peopleLetIn } from "#ticketing/stock/stock.ts";

const clock = "statement_timestamp()";

/**
 * The ticket types with their phases and published events, as `SellableType`. Uses this statement's own clock: it
 * runs after the locks, and waiting for them may outlast a phase or a night.
 */
export const readTypes = {
  name: "hold-types",
  text: `SELECT t.id, t.type AS title, t.price::float8 AS price, ${peopleLetIn} AS entries, t.family, t.stripe_price_id AS "priceId",
           t.code_per AS "codePer", t.pool_id AS "poolId", t.requires_code AS "requiresCode",
           (SELECT coalesce(json_agg(json_build_object('id', f.id, 'price', f.price, 'isOver', coalesce(f.ends_at <= ${clock}, false)) ORDER BY f.no), '[]')
              FROM price_phases f WHERE f.ticket_type_id = t.id) AS phases,
           ${typeOff("false", clock)} AS off,
           (SELECT coalesce(json_agg(json_build_object('id', e.id, 'date', e.date, 'time', to_char(e.time, 'HH24:MI'), 'guestHoldsId', ${guestHoldsOfEvent}, 'off', ${nightOff(clock)}, 'hasRoom', coalesce(${saleAccess} = 'room', false),
                'isEntryOver', ${entryOver("e", clock)}) ORDER BY ${byStart("e")}), '[]')
              FROM event_tickets l JOIN events e ON e.id = l.event_id LEFT JOIN openings o ON o.event_id = e.id WHERE l.ticket_id = t.id AND is_published(e.publish_at)) AS events
         FROM tickets t WHERE t.id = ANY($1::uuid[])`,
};
