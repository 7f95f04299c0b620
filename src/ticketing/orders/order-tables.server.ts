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
import { refundCauses } from "./refunds/refund-cause.ts";

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
 * An order is one payment for the lines of `order_lines`. Until it ends it is also the hold: `stake` says what it takes
 * of the counters, `take_ids` and `take_ns` how much of which (empty in orders from before there were lines, where the
 * header's columns say it), `hold_expires_at` for how long. `scope_id` is what a customer may have one open order for:
 * the event whose page it was chosen on, or the pass itself. Type, nights, quantity, entries, price, family and title are
 * those of line 1; builds from before lines read them.
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
    priceId: text("stripe_price_id"),
    takeIds: uuid("take_ids").array(),
    takeNs: integer("take_ns").array(),
    state: text("state").$type<OrderState>().notNull(),
    stake: text("stake", { enum: ["held", "sold", "none"] }).notNull(),
    origin: text("origin", { enum: ["event", "tickets", "season-pass"] }).notNull(),
    isTest: boolean("is_test").notNull().default(false),
    /** Tickets that were taken back from codes of several people; the lines' quantities are what was agreed. */
    returned: integer("returned").notNull().default(0),
    requestKey: text("request_key"),
    /**
     * The mailbox that the limit against hoarding counts it for, as of the hold; empty once it is paid, or over for a
     * day. Paid with a code, it stays until the code is over, for the code's limit per person.
     */
    mailboxKey: bigint("mailbox_key", { mode: "bigint" }),
    holdExpiresAt: instant("hold_expires_at").notNull(),
    /** When it joined the queue for its card page; it is in the queue while it is `held`, ordered by its number. */
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
    // Holds that the accounts of a mailbox have, or had lately, without paying.
    index("orders_mailbox_idx")
      .on(table.mailboxKey, sql`coalesce(${table.endedAt}, 'infinity')`)
      .where(sql`${table.state} IN (${list(unpaidStates)}) AND ${table.mailboxKey} IS NOT NULL`),
    // What the persons of a mailbox bought with codes.
    index("orders_coded_mailbox_idx")
      .on(table.mailboxKey)
      .where(sql`${table.mailboxKey} IS NOT NULL AND ${table.paidAt} IS NOT NULL`),
    // People name an order by its number.
    uniqueIndex("orders_number_once").on(table.number),
    index("orders_line_idx")
      .on(table.number)
      .where(sql`${table.lineAt} IS NOT NULL AND ${table.state} = 'held'`),
    index("orders_due_idx").on(table.holdExpiresAt).where(sql`${table.stake} = 'held'`),
    // Holders of a pass get a ticket for a night that is added later.
    index("orders_pass_idx")
      .on(table.ticketTypeId, table.id)
      .where(sql`${table.stake} = 'sold' AND ${table.family} <> 'ordinary'`),
    index("orders_review_idx")
      .on(table.createdAt)
      .where(sql`${table.state} IN (${list(reviewStates)})`),
    check("orders_state_known", sql`${table.state} IN (${list(orderStates)})`),
    check("orders_stake_goes_with_state", sql`${pairs}`),
    check("orders_quantity", sql`${table.quantity} BETWEEN 1 AND 10`),
    check("orders_returned", sql`${table.returned} BETWEEN 0 AND 79`),
    check("orders_price", sql`${table.total} >= 0 AND ${table.unitPrice} >= 0`),
    check(
      "orders_takes",
      sql`cardinality(${table.takeIds}) = cardinality(${table.takeNs}) AND (${table.takeIds} IS NULL) = (${table.takeNs} IS NULL)`,
    ),
    check("orders_admit_somewhere", sql`cardinality(${table.eventIds}) BETWEEN 1 AND 200`),
  ],
);

/** One call to the card provider that opens a card page; committed before the call is made. */
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
    // Finds the pages that were checked longest ago.
    index("checkout_attempts_asked_idx")
      .on(sql`coalesce(${table.polledAt}, ${table.createdAt})`)
      .where(sql`${table.state} = 'opened'`),
    check(
      "checkout_attempts_opened",
      sql`${table.state} <> 'opened' OR (${table.sessionId} IS NOT NULL AND ${table.url} IS NOT NULL)`,
    ),
  ],
);

/** When the next call of each kind may go to the card provider, for all processes together. */
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
    paymentId: text("payment_intent_id").unique(),
    amount: money("amount").notNull(),
    currency: text("currency").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("payments_order_idx").on(table.orderId),
    check("payments_amount", sql`${table.amount} >= 0`),
  ],
);

/**
 * Money that goes back. The id is the idempotency key at the provider, followed by the number of the attempt from the
 * second on.
 */
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
      enum: ["no_stock", "second_payment", "at_provider", "administrator", "free_amount"],
    }).notNull(),
    state: text("state", { enum: ["wanted", "pending", "succeeded", "failed"] })
      .notNull()
      .default("wanted"),
    /** Seats that end with it; null when all of them do, or none; an empty list returns what is owed for ended ones. */
    bundleIds: uuid("bundle_ids").array(),
    /**
     * Tickets that were taken back when it was asked for; 0 when all of them end with the order, or none. Of a night's
     * share, those of the seat, which stays.
     */
    units: integer("units").notNull().default(0),
    /** The cancelled or moved night that it is for. */
    eventId: uuid("event_id").references(() => events.id),
    /** Whether the returned tickets may be sold again. */
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
    index("refunds_event_idx").on(table.eventId).where(sql`${table.eventId} IS NOT NULL`),
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
