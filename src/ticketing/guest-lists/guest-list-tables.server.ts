import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { withoutMarks } from "#kernel/like-pattern.ts";
import { id, instant } from "#platform/database/columns.server.ts";
import { events } from "#ticketing/events/event-tables.server.ts";
import { lengths, limits } from "#ticketing/limits.ts";

/**
 * Lists of people who come in by name, without a ticket, such as guests of the club, of a promoter, of the press. The
 * counter with the same id has the list's quota as capacity (`noLimit` without one), and the places of its names as
 * sold.
 */
export const guestLists = pgTable(
  "guest_lists",
  {
    id: id(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("guest_lists_of_event").on(table.id, table.eventId),
    uniqueIndex("guest_lists_name").on(table.eventId, sql`lower(${table.name})`),
    check(
      "guest_lists_name_length",
      sql`length(btrim(${table.name})) BETWEEN 1 AND ${sql.raw(String(lengths.catalogueName))}`,
    ),
  ],
);

/** A name on a list. Name, note and address are emptied a month after the night; the numbers stay. */
export const listedGuests = pgTable(
  "listed_guests",
  {
    id: id(),
    listId: uuid("list_id").notNull(),
    eventId: uuid("event_id").notNull(),
    name: text("name"),
    /** How many people may come in on this name. */
    places: integer("places").notNull(),
    /** How many of them came in. */
    entered: integer("entered").notNull().default(0),
    note: text("note"),
    /** The last address that the code was sent to. An email tells it when the night is moved or cancelled. */
    email: text("email"),
    addedBy: uuid("added_by").notNull(),
    addedAt: instant("added_at").notNull().defaultNow(),
    removedAt: instant("removed_at"),
  },
  (table) => [
    foreignKey({
      name: "listed_guests_list",
      columns: [table.listId, table.eventId],
      foreignColumns: [guestLists.id, guestLists.eventId],
    }).onDelete("cascade"),
    index("listed_guests_list_idx").on(table.listId),
    // keeps a repeated request from adding a name again; the code takes more names for equal than this index, which
    // cannot do the same because older lists may hold such names
    uniqueIndex("listed_guests_name")
      .on(table.eventId, sql.raw(withoutMarks(["name"])))
      .where(sql`${table.removedAt} IS NULL AND ${table.name} IS NOT NULL`),
    check(
      "listed_guests_places",
      sql`${table.places} BETWEEN 1 AND ${sql.raw(String(limits.placesPerGuest))}`,
    ),
    check("listed_guests_entered", sql`${table.entered} BETWEEN 0 AND ${table.places}`),
    check("listed_guests_stay_once_entered", sql`${table.removedAt} IS NULL OR ${table.entered} = 0`),
    check(
      "listed_guests_name_length",
      sql`length(btrim(${table.name})) BETWEEN 1 AND ${sql.raw(String(lengths.personName))}`,
    ),
    check(
      "listed_guests_note_length",
      sql`length(${table.note}) BETWEEN 1 AND ${sql.raw(String(lengths.guestNote))}`,
    ),
  ],
);
