import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";

/**
 * One row per ticket type (units) and per event (places); the id is that of the type or event. The only count of scarce
 * things, and the last protection against selling them twice.
 */
export const stockCounters = pgTable(
  "stock_counters",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: ["units", "places"] }).notNull(),
    capacity: integer("capacity").notNull(),
    held: integer("held").notNull().default(0),
    sold: integer("sold").notNull().default(0),
  },
  (table) => [
    check("stock_kind_known", sql`${table.kind} IN ('units', 'places')`),
    check(
      "stock_never_oversold",
      sql`${table.held} >= 0 AND ${table.sold} >= 0 AND ${table.held}::bigint + ${table.sold} <= ${table.capacity}`,
    ),
  ],
);
