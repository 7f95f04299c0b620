import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";
import { events } from "#ticketing/events/event-tables.server.ts";
import { limits } from "#ticketing/limits.ts";
import { ticketPurchases } from "#ticketing/orders/line-tables.server.ts";

/**
 * A double entry that the chief has cleared up, with a word on how. `entered` is how many people had come in on the ticket
 * then: when one more comes in, the ticket is open again. Append-only.
 */
export const doubleMarks = pgTable(
  "double_marks",
  {
    id: id(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    purchaseId: uuid("purchase_id")
      .notNull()
      .references(() => ticketPurchases.id),
    entered: integer("entered").notNull(),
    word: text("word").notNull(),
    markedBy: uuid("marked_by").notNull(),
    markedAt: instant("marked_at").notNull().defaultNow(),
  },
  (table) => [
    unique("double_marks_one").on(table.purchaseId, table.entered),
    index("double_marks_event_idx").on(table.eventId),
    check("double_marks_entered", sql`${table.entered} >= 1`),
    check(
      "double_marks_word_length",
      sql`length(btrim(${table.word})) BETWEEN 1 AND ${sql.raw(String(limits.doubleWord))}`,
    ),
  ],
);
