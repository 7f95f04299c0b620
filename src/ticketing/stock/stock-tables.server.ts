import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { counterKinds } from "./stock.ts";

const list = sql.raw(counterKinds.map((kind) => `'${kind}'`).join(", "));

/**
 * One row for whatever is limited: a ticket type (units), an event (places), a pool of types (people), a price phase
 * and a code (tickets); the id is that of the type, event, pool, phase or code. What guests hold of an event has a counter
 * of its own, which a trigger makes and nothing sells. The only count of scarce things, and the last protection against
 * selling them twice.
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
