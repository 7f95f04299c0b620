import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { id, instant, money } from "#platform/database/columns.server.ts";
import { events, tickets } from "#ticketing/events/event-tables.server.ts";
import { profiles } from "#ticketing/people/people-tables.server.ts";
import {
  type OrderState,
  openStates,
  orderStates,
  reviewStates,
  stakesOf,
  unpaidStates,
} from "./order-state.ts";
import { refundCauses } from "./refund-cause.ts";

const list = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));
const pairs = sql.raw(
  orderStates
    .map(
      (state) =>
        `(state = '${state}' AND stake IN (${stakesOf[state].map((stake) => `'${stake}'`).join(", ")}))`,
    )
    .join(" OR "),
);

/**
 * An order buys one ticket type, in one quantity. Until it ends it is also the hold: `stake` says what it takes of
 * the counters, `hold_expires_at` for how long. `scope_id` is what a customer may have one open order for: the
 * event whose page it was chosen on, or the pass itself.
 */
export const orders = pgTable(
  "orders",
  {
    id: id(),
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id),
    scopeId: uuid("scope_id").notNull(),
    ticketTypeId: uuid("ticket_type_id")
      .notNull()
      .references(() => tickets.id),
    eventIds: uuid("event_ids").array().notNull(),
    quantity: integer("quantity").notNull(),
    entries: integer("entries").notNull(),
    unitPrice: money("unit_price").notNull(),
    total: money("total").notNull(),
    currency: text("currency").notNull().default("ron"),
    family: text("family", { enum: ["ordinary", "season_pass", "early_bird"] }).notNull(),
    title: text("title").notNull(),
    stripePriceId: text("stripe_price_id"),
    state: text("state").$type<OrderState>().notNull(),
    stake: text("stake", { enum: ["held", "sold", "none"] }).notNull(),
    origin: text("origin", { enum: ["event", "tickets", "season-pass"] }).notNull(),
    isTest: boolean("is_test").notNull().default(false),
    /** Tickets of it that were taken back in part; `quantity` is what was agreed. */
    returned: integer("returned").notNull().default(0),
    requestKey: text("request_key"),
    holdExpiresAt: instant("hold_expires_at").notNull(),
    /** When it was told to wait for its card page; it stands in the line as long as it is `held`, by its number. */
    lineAt: instant("line_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    paidAt: instant("paid_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("orders_one_open")
      .on(table.userId, table.scopeId)
      .where(sql`${table.state} IN (${list(openStates)})`),
    uniqueIndex("orders_request")
      .on(table.userId, table.requestKey)
      .where(sql`${table.requestKey} IS NOT NULL`),
    index("orders_owner_idx").on(table.userId, table.id),
    // what a customer keeps or has lately kept without paying
    index("orders_unpaid_idx")
      .on(table.userId, sql`coalesce(${table.endedAt}, 'infinity')`)
      .where(sql`${table.state} IN (${list(unpaidStates)})`),
    index("orders_line_idx")
      .on(table.number)
      .where(sql`${table.lineAt} IS NOT NULL AND ${table.state} = 'held'`),
    index("orders_due_idx").on(table.holdExpiresAt).where(sql`${table.stake} = 'held'`),
    // whoever holds a pass gets a ticket for a night that comes later
    index("orders_pass_idx")
      .on(table.ticketTypeId, table.id)
      .where(sql`${table.stake} = 'sold' AND ${table.family} <> 'ordinary'`),
    index("orders_review_idx")
      .on(table.createdAt)
      .where(sql`${table.state} IN (${list(reviewStates)})`),
    check("orders_state_known", sql`${table.state} IN (${list(orderStates)})`),
    check("orders_stake_goes_with_state", sql`${pairs}`),
    check("orders_quantity", sql`${table.quantity} BETWEEN 1 AND 10`),
    check("orders_returned", sql`${table.returned} BETWEEN 0 AND ${table.quantity} - 1`),
    check(
      "orders_total",
      sql`${table.total} = ${table.unitPrice} * ${table.quantity} AND ${table.unitPrice} >= 0`,
    ),
    check("orders_admit_somewhere", sql`cardinality(${table.eventIds}) BETWEEN 1 AND 200`),
  ],
);

/** One call to the card provider to open a card page; committed before the call is made. */
export const checkoutAttempts = pgTable(
  "checkout_attempts",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    no: integer("no").notNull(),
    expiresAt: instant("expires_at").notNull(),
    state: text("state", { enum: ["prepared", "opened", "refused", "closed"] })
      .notNull()
      .default("prepared"),
    request: jsonb("request").notNull(),
    sessionId: text("session_id").unique(),
    url: text("url"),
    createdAt: instant("created_at").notNull().defaultNow(),
    polledAt: instant("polled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.no] }),
    // which page was asked about longest ago
    index("checkout_attempts_asked_idx")
      .on(sql`coalesce(${table.polledAt}, ${table.createdAt})`)
      .where(sql`${table.state} = 'opened'`),
    check(
      "checkout_attempts_opened",
      sql`${table.state} <> 'opened' OR (${table.sessionId} IS NOT NULL AND ${table.url} IS NOT NULL)`,
    ),
  ],
);

/** When the next call of each kind may go out to the card provider, for all processes together. */
export const providerPace = pgTable("provider_pace", {
  kind: text("kind", { enum: ["page", "read", "expiry"] }).primaryKey(),
  nextAt: instant("next_at").notNull().defaultNow(),
});

/** Money that arrived: one row per paid card session. */
export const payments = pgTable(
  "payments",
  {
    sessionId: text("session_id").primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    paymentIntentId: text("payment_intent_id").unique(),
    amount: money("amount").notNull(),
    currency: text("currency").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("payments_order_idx").on(table.orderId),
    check("payments_amount", sql`${table.amount} >= 0`),
  ],
);

/** Money that goes back. The id is the idempotency key at the provider, with the number of the attempt from the second on. */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    sessionId: text("session_id")
      .notNull()
      .references(() => payments.sessionId),
    amount: money("amount").notNull(),
    reason: text("reason", {
      enum: ["no_stock", "second_payment", "at_provider", "administrator"],
    }).notNull(),
    state: text("state", { enum: ["wanted", "pending", "succeeded", "failed"] })
      .notNull()
      .default("wanted"),
    /** Tickets that were taken back when it was asked for; 0 when all of them end with the order, or none. */
    units: integer("units").notNull().default(0),
    /** Whether what comes back of the type may be sold again. */
    restock: boolean("restock").notNull().default(true),
    actorId: uuid("actor_id"),
    why: text("why", { enum: refundCauses }),
    note: text("note"),
    providerRefundId: text("provider_refund_id").unique(),
    keyNo: integer("key_no").notNull().default(1),
    attempts: integer("attempts").notNull().default(0),
    nextAt: instant("next_at").notNull().defaultNow(),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull().defaultNow(),
    succeededAt: instant("succeeded_at"),
  },
  (table) => [
    index("refunds_order_idx").on(table.orderId),
    index("refunds_waiting_idx").on(table.nextAt).where(sql`${table.state} IN ('wanted', 'pending')`),
    check("refunds_amount", sql`${table.amount} > 0`),
  ],
);

/** Double entry in bani: the rows of one `source` sum to 0. Append-only. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    source: text("source", { enum: ["payment", "refund", "dispute"] }).notNull(),
    sourceId: text("source_id").notNull(),
    account: text("account", { enum: ["clearing", "revenue", "customer_credit", "disputes"] }).notNull(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    amount: money("amount").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.sourceId, table.account] }),
    index("ledger_order_idx").on(table.orderId),
  ],
);

/**
 * A ticket: one row per event that an order admits to, with one code. `units` and `places` are what the row takes
 * of the counters of its type and its event while it is valid.
 */
export const ticketPurchases = pgTable(
  "ticket_purchases",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id),
    ticketTypeId: uuid("ticket_type_id")
      .notNull()
      .references(() => tickets.id),
    quantity: integer("quantity").notNull(),
    units: integer("units").notNull(),
    places: integer("places").notNull(),
    totalPrice: money("total_price").notNull(),
    ticketCode: text("ticket_code").notNull().unique(),
    purchaseDate: instant("purchase_date").notNull().defaultNow(),
    emailSent: boolean("email_sent").notNull().default(false),
    stripePriceId: text("stripe_price_id"),
    status: text("status", { enum: ["pending", "paid", "refunded", "cancelled"] })
      .notNull()
      .default("paid"),
    entriesTotal: integer("entries_total").notNull(),
    entriesRemaining: integer("entries_remaining").notNull(),
    secretVersion: integer("secret_version").notNull().default(1),
    /** Why it admits nobody for now: its money is being returned, or a bank disputes the payment. */
    suspended: text("suspended", { enum: ["refund", "dispute"] }),
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
    uniqueIndex("ticket_purchases_once").on(table.orderId, table.eventId),
    check("ticket_purchases_quantity", sql`${table.quantity} BETWEEN 1 AND 10`),
    check("ticket_purchases_entries", sql`${table.entriesRemaining} BETWEEN 0 AND ${table.entriesTotal}`),
    check("ticket_purchases_price", sql`${table.totalPrice} >= 0`),
    check(
      "ticket_purchases_status_known",
      sql`${table.status} IN ('pending', 'paid', 'refunded', 'cancelled')`,
    ),
  ],
);
