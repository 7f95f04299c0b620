import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, rowOf } from "#platform/database/columns.server.ts";
import { orders } from "#ticketing/orders/order-tables.server.ts";
import { profiles } from "#ticketing/people/people-tables.server.ts";

/**
 * A seat on its way to a friend, by a link or by an email with that link. Only the hash of the link's secret is
 * stored, so the link can be shown only once. The last moment to accept is not stored: it follows from the doors of
 * the nights (`lastToSend`).
 */
export const transfers = pgTable(
  "transfers",
  {
    id: id(),
    orderId: rowOf("order_id", () => orders.id),
    lineNo: integer("line_no").notNull(),
    seatNo: integer("seat_no").notNull(),
    /** The person who held the seat and sent it. */
    fromId: rowOf("from_id", () => profiles.id),
    /** The person who accepted it. */
    toId: uuid("to_id").references(() => profiles.id),
    secretHash: text("secret_hash").notNull().unique(),
    by: text("by", { enum: ["link", "email"] }).notNull(),
    /** The friend's name as the sender typed it. Emptied a month after the night. */
    name: text("name"),
    /** The friend's email address. Emptied a month after the night. */
    recipient: text("recipient"),
    /** `ended`: the seat was refunded or suspended, the sender's account was deleted, or the friend declined. */
    state: text("state", { enum: ["waiting", "accepted", "taken_back", "ended"] })
      .notNull()
      .default("waiting"),
    createdAt: instant("created_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("transfers_one_waiting")
      .on(table.orderId, table.lineNo, table.seatNo)
      .where(sql`${table.state} = 'waiting'`),
    index("transfers_seat_idx").on(table.orderId, table.lineNo, table.seatNo),
    index("transfers_sender_idx").on(table.fromId, table.createdAt),
    index("transfers_receiver_idx").on(table.toId).where(sql`${table.toId} IS NOT NULL`),
    // finds rows whose names are to be emptied
    index("transfers_named_idx")
      .on(table.createdAt)
      .where(sql`${table.name} IS NOT NULL OR ${table.recipient} IS NOT NULL`),
    check("transfers_state_known", sql`${table.state} IN ('waiting', 'accepted', 'taken_back', 'ended')`),
    check("transfers_by_known", sql`${table.by} IN ('link', 'email')`),
    check("transfers_secret_is_a_hash", sql`${table.secretHash} ~ '^[0-9a-f]{64}$'`),
    check("transfers_end", sql`(${table.state} = 'waiting') = (${table.endedAt} IS NULL)`),
    check("transfers_accepted_by", sql`(${table.state} = 'accepted') = (${table.toId} IS NOT NULL)`),
    check("transfers_to_another", sql`${table.toId} <> ${table.fromId}`),
    check("transfers_name_length", sql`length(${table.name}) BETWEEN 1 AND 200`),
    check(
      "transfers_recipient_canonical",
      sql`${table.recipient} IS NULL OR (${table.by} = 'email' AND ${table.recipient} = lower(${table.recipient}) AND ${table.recipient} LIKE '%@%')`,
    ),
  ],
);
