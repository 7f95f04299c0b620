import { sql } from "drizzle-orm";
import { check, date, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, rowOf, wallTime } from "#platform/database/columns.server.ts";
import { events } from "#ticketing/events/event-tables.server.ts";
import { orders } from "#ticketing/orders/order-tables.server.ts";

/**
 * A move of a night to another time: the old and the new one. A night can be moved again; its last move says where it
 * is now. Only a row here tells that a night was moved.
 */
export const moves = pgTable(
  "moves",
  {
    id: id(),
    eventId: rowOf("event_id", () => events.id),
    fromDate: date("from_date", { mode: "string" }).notNull(),
    fromTime: wallTime("from_time"),
    fromLocation: text("from_location").notNull(),
    toDate: date("to_date", { mode: "string" }).notNull(),
    toTime: wallTime("to_time"),
    toLocation: text("to_location").notNull(),
    /** The reason that people read. */
    reason: text("reason").notNull(),
    actorId: uuid("actor_id").notNull(),
    /** Written under the night's lock, so every order made before the move saw the old time. */
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
 * An order whose people were told of a move, once, in the transaction that queued their emails. The buyer may give
 * tickets for that night back until `choice_until`; otherwise they are kept.
 */
export const movedOrders = pgTable(
  "moved_orders",
  {
    moveId: rowOf("move_id", () => moves.id),
    orderId: rowOf("order_id", () => orders.id),
    choiceUntil: instant("choice_until").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.moveId, table.orderId] }),
    index("moved_orders_order_idx").on(table.orderId),
  ],
);
