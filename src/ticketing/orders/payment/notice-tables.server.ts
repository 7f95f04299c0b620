import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "#platform/database/columns.server.ts";

/** The inbox for the card provider's webhook events. The event's id is the key, so a second copy changes nothing. */
export const paymentNotices = pgTable(
  "payment_notices",
  {
    eventId: text("event_id").primaryKey(),
    type: text("type").notNull(),
    sessionId: text("session_id"),
    paymentId: text("payment_intent_id"),
    orderId: uuid("order_id"),
    state: text("state", { enum: ["received", "processed", "ignored", "quarantined"] })
      .notNull()
      .default("received"),
    attempts: integer("attempts").notNull().default(0),
    nextAt: instant("next_at").notNull().defaultNow(),
    sentAt: instant("sent_at").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
    processedAt: instant("processed_at"),
    lastError: text("last_error"),
    body: bytes("body"),
  },
  (table) => [index("payment_notices_waiting_idx").on(table.nextAt).where(sql`${table.state} = 'received'`)],
);
