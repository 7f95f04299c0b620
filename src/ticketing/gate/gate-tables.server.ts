import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";
import { listedGuests } from "#ticketing/guest-lists/guest-list-tables.server.ts";
import { limits } from "#ticketing/limits.ts";
import { ticketPurchases } from "#ticketing/orders/line-tables.server.ts";
import { verdicts } from "./admission.ts";
import { eventReference, gateDevices } from "./door-tables.server.ts";

/**
 * Every answer of the gate, once per device and nonce, so a repeated request gets the same answer. Rows are never
 * changed. All entries of a ticket (undone ones negative) add up to what its counter lost. Phones' rows are here too,
 * with what they changed.
 */
export const admissions = pgTable(
  "admissions",
  {
    id: id(),
    purchaseId: uuid("purchase_id").references(() => ticketPurchases.id),
    /** Set for a name on a guest list. */
    guestId: uuid("guest_id").references(() => listedGuests.id),
    deviceId: uuid("device_id").notNull(),
    nonce: text("nonce").notNull(),
    operatorId: uuid("operator_id").notNull(),
    verdict: text("verdict", { enum: [...verdicts, "undone"] }).notNull(),
    entries: integer("entries").notNull().default(0),
    entriesLeft: integer("entries_left"),
    /** The number of the phone's row; null for an answer on the page for typed codes. */
    phoneSeq: integer("phone_seq"),
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (table) => [
    unique("admissions_once").on(table.deviceId, table.nonce),
    index("admissions_purchase_idx").on(table.purchaseId),
    index("admissions_guest_idx").on(table.guestId).where(sql`${table.guestId} IS NOT NULL`),
    check("admissions_of_one", sql`${table.purchaseId} IS NULL OR ${table.guestId} IS NULL`),
    // Every scan reads its device's last answers.
    index("admissions_device_idx").on(table.deviceId, table.receivedAt),
    check(
      "admissions_take_only_when_admitted",
      sql`(${table.verdict} = 'admitted') = (${table.entries} > 0) AND (${table.verdict} = 'undone') = (${table.entries} < 0)`,
    ),
  ],
);

/**
 * A double entry, or a row with a finding, that the chief has resolved, with a word on how. For a double entry,
 * `entered` is how many people had ever come in then, those undone later too; when one more comes in, it is unresolved
 * again. `row_digest` is that of the row. Rows are never changed.
 */
export const doubleMarks = pgTable(
  "double_marks",
  {
    id: id(),
    eventId: eventReference(),
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
      sql`length(btrim(${table.word})) BETWEEN 1 AND ${sql.raw(String(limits.clearedNote))}`,
    ),
  ],
);

/** The phone's row that used a chief's code, which works once: for the phone that asks, or the first row. */
export const chiefProofs = pgTable(
  "chief_proofs",
  {
    /** SHA-256 of the text that the chief's phone signed. */
    hash: text("hash").primaryKey(),
    deviceId: uuid("device_id")
      .notNull()
      .references(() => gateDevices.id, { onDelete: "cascade" }),
    seq: integer("seq").notNull(),
    usedAt: instant("used_at").notNull().defaultNow(),
  },
  (table) => [
    index("chief_proofs_device_idx").on(table.deviceId),
    check("chief_proofs_hash_is_a_hash", sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
    check("chief_proofs_seq", sql`${table.seq} >= 1`),
  ],
);
