import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { foldedText } from "#kernel/like-pattern.ts";
import { bani } from "#kernel/money.ts";
import { id, instant, money, rowOf } from "#platform/database/columns.server.ts";
import { events, tickets } from "#ticketing/events/event-tables.server.ts";
import { codeKinds } from "#ticketing/events/type-family.ts";
import { profiles } from "#ticketing/people/people-tables.server.ts";
import { wordsOfHolder } from "#ticketing/people/person-words.ts";
import { orders } from "./order-tables.server.ts";

/**
 * One ticket type of an order at one price, as agreed at the hold; never changed. A type sold at two prices has two
 * lines. `code_per`: payment makes one ticket code for the whole line, or one for each person. It has no foreign
 * keys, because they would slow the rush for a night; invariants L1 to L3 check the same.
 */
export const orderLines = pgTable(
  "order_lines",
  {
    orderId: uuid("order_id").notNull(),
    no: integer("no").notNull(),
    ticketTypeId: uuid("ticket_type_id").notNull(),
    eventIds: uuid("event_ids").array().notNull(),
    quantity: integer("quantity").notNull(),
    /** How many people one ticket admits; 0 for an add-on. */
    entries: integer("entries").notNull(),
    listPrice: money("list_price").notNull(),
    /** The discount on the whole line. */
    discount: money("discount").notNull().default(bani(0)),
    total: money("total").notNull(),
    family: text("family", { enum: ["ordinary", "season_pass", "early_bird"] }).notNull(),
    title: text("title").notNull(),
    priceId: text("stripe_price_id"),
    codePer: text("code_per", { enum: codeKinds }).notNull(),
    /** The phase, pool and voucher whose counters the line uses, beside those of its type and nights. */
    phaseId: uuid("phase_id"),
    poolId: uuid("pool_id"),
    voucherId: uuid("voucher_id"),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.no] }),
    // finds the uses of a voucher
    index("order_lines_voucher_idx").on(table.voucherId).where(sql`${table.voucherId} IS NOT NULL`),
    // finds invitations and other free tickets, which do not count as sales
    index("order_lines_free_idx").on(table.orderId, table.no).where(sql`${table.listPrice} = 0`),
    check("order_lines_no", sql`${table.no} BETWEEN 1 AND 80`),
    check("order_lines_quantity", sql`${table.quantity} BETWEEN 1 AND 10 AND ${table.entries} >= 0`),
    check(
      "order_lines_total",
      sql`${table.total} = ${table.listPrice} * ${table.quantity} - ${table.discount} AND ${table.total} >= 0 AND ${table.discount} >= 0 AND ${table.listPrice} >= 0`,
    ),
    check("order_lines_code_per", sql`${table.codePer} IN ('order', 'person')`),
  ],
);

/** A ticket: one row for each seat of a line and each event of the seat. */
export const ticketPurchases = pgTable(
  "ticket_purchases",
  {
    id: id(),
    orderId: rowOf("order_id", () => orders.id),
    userId: rowOf("user_id", () => profiles.id),
    eventId: rowOf("event_id", () => events.id),
    ticketTypeId: rowOf("ticket_type_id", () => tickets.id),
    lineNo: integer("line_no").notNull().default(1),
    seatNo: integer("seat_no").notNull().default(1),
    /** The unit of the line that the seat belongs to, refunded as a whole. Null: one code for the whole line. */
    unitNo: integer("unit_no"),
    /** The id of the seat, which is what one person holds; the same on all its nights. */
    bundleId: uuid("bundle_id"),
    /** The tickets that the row counts for; 0, like `units`, for the second and later seats of a unit. */
    quantity: integer("quantity").notNull(),
    /** What a valid row takes of the counter of its type. */
    units: integer("units").notNull(),
    /** What a valid row takes of the counter of its event. An add-on takes no places. */
    places: integer("places").notNull(),
    /** The price of the seat, on its first night only. */
    totalPrice: money("total_price").notNull(),
    /** This night's part of the seat's price, as it was at issue. */
    share: money("share"),
    ticketCode: text("ticket_code").notNull().unique(),
    purchaseDate: instant("purchase_date").notNull().defaultNow(),
    emailSent: boolean("email_sent").notNull().default(false),
    priceId: text("stripe_price_id"),
    status: text("status", { enum: ["pending", "paid", "refunded", "cancelled"] })
      .notNull()
      .default("paid"),
    /** How often it can be used: once per person, and an add-on once per piece. */
    entriesTotal: integer("entries_total").notNull(),
    entriesRemaining: integer("entries_remaining").notNull(),
    secretVersion: integer("secret_version").notNull().default(1),
    /** Why the ticket admits nobody at the moment: a refund is under way, or the bank disputes the payment. */
    suspended: text("suspended", { enum: ["refund", "dispute"] }),
    /** When this night's share was refunded: it admits nobody tonight, but is valid on its other nights. */
    shareReturnedAt: instant("share_returned_at"),
    holderName: text("holder_name"),
    checkoutSessionId: text("checkout_session_id"),
    isTest: boolean("is_test").notNull().default(false),
  },
  (table) => [
    index("ticket_purchases_owner_idx").on(table.userId, table.purchaseDate),
    index("ticket_purchases_order_idx").on(table.orderId),
    index("ticket_purchases_event_idx").on(table.eventId, table.purchaseDate, table.id),
    index("ticket_purchases_date_idx").on(table.purchaseDate, table.id),
    index("ticket_purchases_code_idx").using("gin", sql`${table.ticketCode} gin_trgm_ops`),
    index("ticket_purchases_holder_idx").using(
      "gin",
      sql.raw(`(${foldedText(wordsOfHolder())}) gin_trgm_ops`),
    ),
    uniqueIndex("ticket_purchases_once_per_seat").on(
      table.orderId,
      table.lineNo,
      table.seatNo,
      table.eventId,
    ),
    check("ticket_purchases_quantity", sql`${table.quantity} BETWEEN 0 AND 10`),
    check("ticket_purchases_entries", sql`${table.entriesRemaining} BETWEEN 0 AND ${table.entriesTotal}`),
    check("ticket_purchases_price", sql`${table.totalPrice} >= 0`),
    check(
      "ticket_purchases_status_known",
      sql`${table.status} IN ('pending', 'paid', 'refunded', 'cancelled')`,
    ),
  ],
);

/** Voucher uses that came back with refunded tickets. */
export const voucherReturns = pgTable(
  "voucher_returns",
  {
    id: id(),
    orderId: uuid("order_id").notNull(),
    lineNo: integer("line_no").notNull(),
    tickets: integer("tickets").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("voucher_returns_order_idx").on(table.orderId),
    foreignKey({
      name: "voucher_returns_line",
      columns: [table.orderId, table.lineNo],
      foreignColumns: [orderLines.orderId, orderLines.no],
    }),
    check("voucher_returns_tickets", sql`${table.tickets} >= 1`),
  ],
);
