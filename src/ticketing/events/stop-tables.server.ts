import { sql } from "drizzle-orm";
import { check, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";
import { events } from "./event-tables.server.ts";
import { stopKinds } from "./stop.ts";

const kinds = sql.raw(stopKinds.map((kind) => `'${kind}'`).join(", "));
const wholeSite = sql.raw("'00000000-0000-0000-0000-000000000000'");

/** What is stopped, for one night or (without an event) for the whole site, by whom and why. In force until lifted. */
export const stops = pgTable(
  "stops",
  {
    id: uuid("id").primaryKey(),
    eventId: uuid("event_id").references(() => events.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: stopKinds }).notNull(),
    reason: text("reason").notNull(),
    startedBy: uuid("started_by").notNull(),
    since: instant("since").notNull().defaultNow(),
    /** When it ends by itself, if it does. */
    until: instant("until"),
    liftedAt: instant("lifted_at"),
    liftedBy: uuid("lifted_by"),
  },
  (table) => [
    uniqueIndex("stops_one_in_force")
      .on(table.kind, sql`coalesce(${table.eventId}, ${wholeSite})`)
      .where(sql`${table.liftedAt} IS NULL`),
    check("stops_kind_known", sql`${table.kind} IN (${kinds})`),
    check("stops_have_a_reason", sql`btrim(${table.reason}) <> ''`),
  ],
);
