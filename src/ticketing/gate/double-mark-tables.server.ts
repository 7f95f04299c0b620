import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";
import { events } from "#ticketing/events/event-tables.server.ts";
import { listedGuests } from "#ticketing/guest-lists/guest-list-tables.server.ts";
import { limits } from "#ticketing/limits.ts";
import { ticketPurchases } from "#ticketing/orders/line-tables.server.ts";

/**
 * A double entry or a row with a finding that the chief has cleared up, with a word on how. Of a double, `entered` is how many
 * people had come in on the ticket or name then: when one more comes in, it is open again. `row_digest` is the row's. Append-only.
 */
export const doubleMarks = pgTable(
  "double_marks",
  {
    id: id(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    purchaseId: uuid("purchase_id").references(() => ticketPurchases.id),
    guestId: uuid("guest_id").references(() => listedGuests.id),
    entered: integer("entered"),
    rowDigest: text("row_digest"),
    word: text("word").notNull(),
    markedBy: uuid("marked_by").notNull(),
    markedAt: instant("marked_at").notNull().defaultNow(),
  },
  (table) => [
    unique("double_marks_one").on(table.purchaseId, table.entered),
    unique("double_marks_one_guest").on(table.guestId, table.entered),
    unique("double_marks_one_row").on(table.eventId, table.rowDigest),
    check(
      "double_marks_of_one",
      sql`num_nonnulls(${table.purchaseId}, ${table.guestId}, ${table.rowDigest}) = 1 AND (${table.rowDigest} IS NULL) = (${table.entered} IS NOT NULL)`,
    ),
    check("double_marks_digest_is_a_hash", sql`${table.rowDigest} ~ '^[0-9a-f]{64}$'`),
    index("double_marks_event_idx").on(table.eventId),
    check("double_marks_entered", sql`${table.entered} >= 1`),
    check(
      "double_marks_word_length",
      sql`length(btrim(${table.word})) BETWEEN 1 AND ${sql.raw(String(limits.doubleWord))}`,
    ),
  ],
);
