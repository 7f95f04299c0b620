import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.server.ts";

/** One row: the mode this database belongs to. A process of the other mode refuses it. */
export const installation = pgTable(
  "installation",
  {
    oneRow: boolean("one_row").primaryKey().default(true),
    mode: text("mode", { enum: ["demo", "production"] }).notNull(),
    madeAt: instant("made_at").notNull().defaultNow(),
    /** When the login of earlier versions lost its rights. Null as long as a process of such a version may run. */
    loginRetiredAt: instant("login_retired_at"),
  },
  (table) => [
    check("installation_is_one_row", sql`${table.oneRow}`),
    check("installation_mode_known", sql`${table.mode} IN ('demo', 'production')`),
  ],
);
