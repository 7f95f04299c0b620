import { sql } from "drizzle-orm";
import { check, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant, money, rowOf } from "#platform/database/columns.server.ts";
import { orders, payments } from "#ticketing/orders/order-tables.server.ts";

/** A dispute: money that a customer's bank took back or tries to take back. */
export const disputes = pgTable(
  "disputes",
  {
    id: text("id").primaryKey(),
    orderId: rowOf("order_id", () => orders.id),
    sessionId: text("session_id")
      .notNull()
      .references(() => payments.sessionId),
    amount: money("amount").notNull(),
    state: text("state", { enum: ["open", "won", "lost"] }).notNull(),
    openedAt: instant("opened_at").notNull().defaultNow(),
    closedAt: instant("closed_at"),
  },
  (table) => [
    index("disputes_order_idx").on(table.orderId),
    check("disputes_amount", sql`${table.amount} > 0`),
    check("disputes_state_known", sql`${table.state} IN ('open', 'won', 'lost')`),
  ],
);
