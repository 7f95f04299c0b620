import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";
import { events } from "#ticketing/events/event-tables.server.ts";
import { lengths } from "#ticketing/limits.ts";
import { atGates, messageKinds } from "./night-message.ts";

/**
 * The team's messages to the holders of a night. A message is sent once: its id comes with the form, and its emails
 * are queued in one transaction with `spread_at`. Its words never change.
 */
export const nightMessages = pgTable(
  "night_messages",
  {
    id: id(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: messageKinds }).notNull(),
    /** Empty means all types of the night. */
    typeIds: uuid("type_ids").array().notNull(),
    atGate: text("at_gate", { enum: atGates }).notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    actorId: uuid("actor_id").notNull(),
    at: instant("at").notNull().defaultNow(),
    /** When the emails of the message were queued; `recipients` is their number. */
    spreadAt: instant("spread_at"),
    recipients: integer("recipients"),
    stoppedAt: instant("stopped_at"),
    stoppedBy: uuid("stopped_by"),
  },
  (table) => [
    index("night_messages_event_idx").on(table.eventId, table.at),
    index("night_messages_waiting_idx")
      .on(table.at)
      .where(sql`${table.spreadAt} IS NULL AND ${table.stoppedAt} IS NULL`),
    check("night_messages_kind_known", sql`${table.kind} IN ('service', 'news')`),
    check("night_messages_gate_known", sql`${table.atGate} IN ('all', 'entered', 'not_entered')`),
    check(
      "night_messages_subject_length",
      sql`length(btrim(${table.subject})) BETWEEN 1 AND ${sql.raw(String(lengths.messageSubject))}`,
    ),
    check(
      "night_messages_body_length",
      sql`length(btrim(${table.body})) BETWEEN 1 AND ${sql.raw(String(lengths.messageBody))}`,
    ),
    check("night_messages_spread", sql`(${table.spreadAt} IS NULL) = (${table.recipients} IS NULL)`),
    check("night_messages_stopped_by", sql`(${table.stoppedAt} IS NULL) = (${table.stoppedBy} IS NULL)`),
  ],
);
