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
import { id, instant, money, rowOf } from "#platform/database/columns.server.ts";
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
 * One payment for the lines in `order_lines`; until it ends, the order is also the hold. Type, nights, quantity,
 * entries, price, family and title are those of line 1, for older builds.
 */
export const orders = pgTable(
  "orders",
  {
    id: id(),
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    userId: rowOf("user_id", () => profiles.id),
    /** The event or pass for which a customer may have only one open order. */
    scopeId: uuid("scope_id").notNull(),
    ticketTypeId: rowOf("ticket_type_id", () => tickets.id),
    eventIds: uuid("event_ids").array().notNull(),
    quantity: integer("quantity").notNull(),
    entries: integer("entries").notNull(),
    unitPrice: money("unit_price").notNull(),
    total: money("total").notNull(),
    currency: text("currency").notNull().default("ron"),
    family: text("family", { enum: ["ordinary", "season_pass", "early_bird"] }).notNull(),
    title: text("title").notNull(),
    priceId: text("stripe_price_id"),
    /** The counters that the hold takes from; `take_ns` has how much. Null before order lines (`takeIds`). */
    takeIds: uuid("take_ids").array(),
    takeNs: integer("take_ns").array(),
    state: text("state").$type<OrderState>().notNull(),
    /** Whether its places are held, sold or free. */
    stake: text("stake", { enum: ["held", "sold", "none"] }).notNull(),
    origin: text("origin", { enum: ["event", "tickets", "season-pass"] }).notNull(),
    isTest: boolean("is_test").notNull().default(false),
    /**
     * How many tickets were taken back from codes for several people. The lines keep the numbers agreed at the hold.
     */
    returned: integer("returned").notNull().default(0),
    requestKey: text("request_key"),
    /**
     * The buyer's mailbox at the hold, for the limit against hoarding. Emptied when the order is paid, or a day after
     * it ended unpaid. If a voucher was used, it stays until the voucher ends, for the voucher's limit per person.
     */
    mailboxKey: bigint("mailbox_key", { mode: "bigint" }),
    holdExpiresAt: instant("hold_expires_at").notNull(),
    /** When the order joined the queue for its card page. There while it is `held`; its number is its place. */
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
    // Counts the unpaid holds of one mailbox, present and recent.
    index("orders_mailbox_idx")
      .on(table.mailboxKey, sql`coalesce(${table.endedAt}, 'infinity')`)
      .where(sql`${table.state} IN (${list(unpaidStates)}) AND ${table.mailboxKey} IS NOT NULL`),
    // Counts what one mailbox bought with vouchers.
    index("orders_coded_mailbox_idx")
      .on(table.mailboxKey)
      .where(sql`${table.mailboxKey} IS NOT NULL AND ${table.paidAt} IS NOT NULL`),
    // People name an order by its number.
    uniqueIndex("orders_number_once").on(table.number),
    index("orders_line_idx")
      .on(table.number)
      .where(sql`${table.lineAt} IS NOT NULL AND ${table.state} = 'held'`),
    index("orders_due_idx").on(table.holdExpiresAt).where(sql`${table.stake} = 'held'`),
    // Finds the holders of a pass, who get a ticket for each night added later.
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

/** One call to the card provider that opens a card page. The row is committed before the call. */
export const checkoutAttempts = pgTable(
  "checkout_attempts",
  {
    orderId: rowOf("order_id", () => orders.id),
    no: integer("no").notNull(),
    expiresAt: instant("expires_at").notNull(),
    state: text("state", { enum: ["prepared", "opened", "refused", "bad_address", "bad_order", "closed"] })
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

/** When the next call of each kind to the card provider may start; shared by all processes. */
export const providerPace = pgTable("provider_pace", {
  kind: text("kind", { enum: ["page", "read", "expiry"] }).primaryKey(),
  nextAt: instant("next_at").notNull().defaultNow(),
});

/** Money that arrived: one row per paid card session. */
export const payments = pgTable(
  "payments",
  {
    sessionId: text("session_id").primaryKey(),
    orderId: rowOf("order_id", () => orders.id),
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

/** A refund. The id is the idempotency key at the provider; later attempts add their number to it. */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    orderId: rowOf("order_id", () => orders.id),
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
    /** The seats that end with this refund. Null: all, or none. Empty: money owed for seats that ended before. */
    bundleIds: uuid("bundle_ids").array(),
    /**
     * How many tickets were taken back when the refund was asked for; 0 when the whole order ends, or no ticket does.
     * When only a night's share goes back, the number of tickets of that seat, which stays valid.
     */
    units: integer("units").notNull().default(0),
    /** The cancelled or moved night that is refunded. */
    eventId: uuid("event_id").references(() => events.id),
    /** Whether the returned tickets go on sale again. */
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

/** Double-entry ledger in bani: the rows of one source sum to 0. Append-only. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    source: text("source", { enum: ["payment", "refund", "dispute"] }).notNull(),
    sourceId: text("source_id").notNull(),
    account: text("account", { enum: ["clearing", "revenue", "customer_credit", "disputes"] }).notNull(),
    orderId: rowOf("order_id", () => orders.id),
    amount: money("amount").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.sourceId, table.account] }),
    index("ledger_order_idx").on(table.orderId),
  ],
);
