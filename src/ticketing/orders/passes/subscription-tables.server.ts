import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text } from "drizzle-orm/pg-core";
import { rowOf } from "#platform/database/columns.server.ts";
import { profiles } from "#ticketing/people/people-tables.server.ts";

/** Subscriptions at the card provider. The specification's pages show them; this program sells none. */
export const subscriptions = pgTable(
  "stripe_subscriptions",
  {
    subscriptionId: text("subscription_id").primaryKey(),
    userId: rowOf("user_id", () => profiles.id),
    subscriptionStatus: text("subscription_status").notNull(),
    currentPeriodEnd: bigint("current_period_end", { mode: "number" }).notNull(),
    paymentMethodBrand: text("payment_method_brand"),
    paymentMethodLast4: text("payment_method_last4"),
  },
  (table) => [
    index("stripe_subscriptions_owner_idx").on(table.userId),
    check("stripe_subscriptions_last4", sql`${table.paymentMethodLast4} ~ '^[0-9]{4}$'`),
  ],
);
