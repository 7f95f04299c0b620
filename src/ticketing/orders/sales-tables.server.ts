import { bigint, date, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { money } from "#platform/database/columns.server.ts";

/**
 * One short row for each sale, refund and chargeback, written in the transaction that changes the tickets, so that
 * sales do not wait for one shared counter. `day` is the purchase's day in Bucharest. A job folds the rows into
 * `sales_totals`; readers add both, so sums are never late.
 */
export const salesDeltas = pgTable("sales_deltas", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  day: date("day", { mode: "string" }).notNull(),
  eventId: uuid("event_id").notNull(),
  ticketTypeId: uuid("ticket_type_id").notNull(),
  purchases: integer("purchases").notNull(),
  quantity: integer("quantity").notNull(),
  revenue: money("revenue").notNull(),
});
