import { bigint, date, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { money } from "#platform/database/columns.server.ts";

/**
 * The change of every sale, refund and chargeback, as one short row each; written in the transaction that changes the
 * tickets, so that no two sales wait for one counter. `day` is the day of the purchase in Bucharest. A job folds the
 * rows into `sales_totals`; readers add both, so that a figure is never late.
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
