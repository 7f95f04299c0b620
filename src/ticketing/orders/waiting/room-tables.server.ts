import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, integer, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";
import { openings } from "#ticketing/events/opening-tables.server.ts";

/**
 * A person's place in a night's waiting room; one for each account. The row's id identifies it in the browser. It
 * gets its number at the draw, or afterwards by arrival; the number never changes (migrations/rules.sql).
 */
export const roomPlaces = pgTable(
  "room_places",
  {
    id: uuid("id").primaryKey(),
    eventId: uuid("event_id").notNull(),
    userId: uuid("user_id").notNull(),
    arrival: bigint("arrival", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    // The time of the row, not of its transaction: a row written after the draw arrived after it.
    arrivedAt: instant("arrived_at").notNull().default(sql`clock_timestamp()`),
    number: integer("number"),
  },
  (table) => [
    unique("room_places_one_for_each_account").on(table.eventId, table.userId),
    unique("room_places_number_once").on(table.eventId, table.number),
    index("room_places_arrival_idx").on(table.eventId, table.arrival),
    // An insert locks the opening's key, so that the draw waits for it.
    foreignKey({ columns: [table.eventId], foreignColumns: [openings.eventId] }).onDelete("cascade"),
  ],
);
