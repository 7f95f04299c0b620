import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { counterKinds } from "./stock.ts";

const list = sql.raw(counterKinds.map((kind) => `'${kind}'`).join(", "));

/**
 * One row for everything limited (`counterKinds`); its id is that of the type, event, pool, phase, voucher or guest
 * list. What guests hold of an event has its own counter, made by a trigger. This is the only count of scarce things,
 * and the last protection against selling them twice.
 */
export const stockCounters = pgTable(
  "stock_counters",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: counterKinds }).notNull(),
    capacity: integer("capacity").notNull(),
    held: integer("held").notNull().default(0),
    sold: integer("sold").notNull().default(0),
  },
  (table) => [
    check("stock_kind_known", sql`${table.kind} IN (${list})`),
    check("stock_guests_only_hold", sql`${table.kind} <> 'guest_holds' OR ${table.sold} = 0`),
    check(
      "stock_never_oversold",
      sql`${table.held} >= 0 AND ${table.sold} >= 0 AND ${table.held}::bigint + ${table.sold} <= ${table.capacity}`,
    ),
  ],
);
