import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";
import { events } from "./event-tables.server.ts";

/**
 * The announced beginning of a night's sale, and whether people wait for it in a room. A night without a row is on
 * sale as its ticket types are. From the draw on, the announcement and the draw cannot change (migrations/rules.sql).
 */
export const openings = pgTable(
  "openings",
  {
    eventId: uuid("event_id")
      .primaryKey()
      .references(() => events.id, { onDelete: "cascade" }),
    opensAt: instant("opens_at").notNull(),
    /** How many minutes before the sale the room opens; null without a room. */
    roomMinutes: integer("room_minutes"),
    drawnAt: instant("drawn_at"),
    /** Made at the draw, not before. It decides the order of the people, and anybody can check that with it. */
    seed: text("seed"),
    /** How many numbers were given out, and up to which number people are let in. */
    placesGiven: integer("places_given").notNull().default(0),
    admittedUpTo: integer("admitted_up_to").notNull().default(0),
    /** Until when admissions have been computed. */
    countedAt: instant("counted_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("openings_with_a_room_idx")
      .on(table.opensAt)
      .where(sql`${table.roomMinutes} IS NOT NULL AND ${table.endedAt} IS NULL`),
    check("openings_room_opens_before", sql`${table.roomMinutes} BETWEEN 5 AND 240`),
    check("openings_drawn_with_a_seed", sql`(${table.drawnAt} IS NULL) = (${table.seed} IS NULL)`),
    check("openings_admit_whom_they_numbered", sql`${table.admittedUpTo} BETWEEN 0 AND ${table.placesGiven}`),
    check("openings_number_after_the_draw", sql`${table.placesGiven} = 0 OR ${table.drawnAt} IS NOT NULL`),
    check("openings_draw_after_the_hour", sql`${table.drawnAt} >= ${table.opensAt}`),
  ],
);
