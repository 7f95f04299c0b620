import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, money } from "#platform/database/columns.server.ts";

/**
 * The club's VAT rate from a day on, until the next row: hundredths of a percent, 0 for none. Without a row,
 * settlements do not mention VAT.
 */
export const vatRates = pgTable(
  "vat_rates",
  {
    validFrom: date("valid_from", { mode: "string" }).primaryKey(),
    rate: integer("rate").notNull(),
    setBy: uuid("set_by").notNull(),
    setAt: instant("set_at").notNull().defaultNow(),
  },
  (table) => [check("vat_rates_rate", sql`${table.rate} BETWEEN 0 AND 10000`)],
);

/** Money that the card provider sends to the club's bank, in its last known state. */
export const payouts = pgTable(
  "payouts",
  {
    id: text("id").primaryKey(),
    state: text("state", { enum: ["under_way", "paid", "failed"] }).notNull(),
    amount: money("amount").notNull(),
    arrivesAt: instant("arrives_at").notNull(),
    /** When its entries, which add up to it, were read. Null: not yet, or the provider does not tell them. */
    entriesReadAt: instant("entries_read_at"),
  },
  (table) => [check("payouts_state_known", sql`${table.state} IN ('under_way', 'paid', 'failed')`)],
);

/**
 * The movements on the club's balance at the card provider, with the fees. A row never changes, except that it gets
 * its payout later. `payment_id` is that of `payments`, or of a payment that is not ours.
 */
export const balanceEntries = pgTable(
  "balance_entries",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["charge", "refund", "dispute", "fee", "payout", "other"] }).notNull(),
    gross: money("gross").notNull(),
    fee: money("fee").notNull(),
    net: money("net").notNull(),
    paymentId: text("payment_id"),
    payoutId: text("payout_id").references(() => payouts.id),
    availableOn: instant("available_on").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("balance_entries_payment_idx").on(table.paymentId).where(sql`${table.paymentId} IS NOT NULL`),
    index("balance_entries_payout_idx").on(table.payoutId).where(sql`${table.payoutId} IS NOT NULL`),
    check(
      "balance_entries_kind_known",
      sql`${table.kind} IN ('charge', 'refund', 'dispute', 'fee', 'payout', 'other')`,
    ),
    check("balance_entries_net", sql`${table.net} = ${table.gross} - ${table.fee}`),
  ],
);
