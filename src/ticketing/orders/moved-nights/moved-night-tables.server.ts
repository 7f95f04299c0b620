import { sql } from "drizzle-orm";
import { check, date, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, wallTime } from "#platform/database/columns.server.ts";
import { events } from "#ticketing/events/event-tables.server.ts";
import { orders } from "#ticketing/orders/order-tables.server.ts";

/**
 * That a night takes place at another hour, as it was and as it is from then on. A night may be moved again; its date is
 * that of its last move, or of a form before anything was sold. Nothing else says that a night is moved.
 */
export const moves = pgTable(
  "moves",
  {
    id: id(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id),
    fromDate: date("from_date", { mode: "string" }).notNull(),
    fromTime: wallTime("from_time"),
    fromLocation: text("from_location").notNull(),
    toDate: date("to_date", { mode: "string" }).notNull(),
    toTime: wallTime("to_time"),
    toLocation: text("to_location").notNull(),
    /** What people read. */
    reason: text("reason").notNull(),
    actorId: uuid("actor_id").notNull(),
    /** Written under the night's lock: an order that is older saw the night as it was. */
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index("moves_event_idx").on(table.eventId, table.at),
    check("moves_have_a_reason", sql`btrim(${table.reason}) <> ''`),
    check(
      "moves_change_the_hour",
      sql`(${table.toDate}, ${table.toTime}) IS DISTINCT FROM (${table.fromDate}, ${table.fromTime})`,
    ),
  ],
);

/**
 * An order that was told of a move, once, in the transaction that wrote its letter. Its buyer may give the tickets of that
 * night back until `choice_until`; who does nothing keeps them.
 */
export const movedOrders = pgTable(
  "moved_orders",
  {
    moveId: uuid("move_id")
      .notNull()
      .references(() => moves.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    choiceUntil: instant("choice_until").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.moveId, table.orderId] }),
    index("moved_orders_order_idx").on(table.orderId),
  ],
);
