import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, money, rowOf } from "#platform/database/columns.server.ts";
import { events } from "#ticketing/events/event-tables.server.ts";
import { orders } from "#ticketing/orders/order-tables.server.ts";
import { usedTicketChoices } from "./cancelled-night.ts";

/** SQL: whether the money of ticket `p`, of a cancelled night, stays with the club: it was used, or a part of its unit. */
export const isMoneyKept = `EXISTS (SELECT FROM cancellations c JOIN ticket_purchases u ON u.event_id = c.event_id AND u.order_id = p.order_id AND (u.id = p.id OR (u.line_no, u.unit_no) = (p.line_no, p.unit_no))
  WHERE c.event_id = p.event_id AND u.status = 'paid' AND u.entries_total > u.entries_remaining AND (c.used_tickets = 'kept' OR u.places = 0))`;

const choices = sql.raw(usedTicketChoices.map((choice) => `'${choice}'`).join(", "));

/** The cancellation of a night, beside its `cancelled_at`. It cannot be undone. */
export const cancellations = pgTable(
  "cancellations",
  {
    eventId: uuid("event_id")
      .primaryKey()
      .references(() => events.id),
    /** The reason that people read. */
    reason: text("reason").notNull(),
    /** Whether people who had come in already get their money back. */
    usedTickets: text("used_tickets", { enum: usedTicketChoices }).notNull(),
    actorId: uuid("actor_id").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    check("cancellations_have_a_reason", sql`btrim(${table.reason}) <> ''`),
    check("cancellations_used_tickets_known", sql`${table.usedTickets} IN (${choices})`),
  ],
);

/** An order whose tickets for a cancelled night were given back, once, with the refund in bani. */
export const cancelledOrders = pgTable(
  "cancelled_orders",
  {
    eventId: rowOf("event_id", () => cancellations.eventId),
    orderId: rowOf("order_id", () => orders.id),
    amount: money("amount").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.orderId] }),
    index("cancelled_orders_order_idx").on(table.orderId),
    check("cancelled_orders_amount", sql`${table.amount} >= 0`),
  ],
);
