import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";

/**
 * The club's rate of VAT from a day on, until the next row: hundredths of a percent, 0 for none. Without a row no
 * settlement names VAT (decision 57).
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
