import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";
import { listedGuests } from "#ticketing/guest-lists/guest-list-tables.server.ts";
import { ticketPurchases } from "#ticketing/orders/line-tables.server.ts";
import { verdicts } from "./admission.ts";

/**
 * Every answer of the gate, once per device and nonce: a repeated request gets the same answer. Append-only. All entries of
 * a ticket, undone ones with a minus, add up to what its counter lost. Rows of phones are here with what they changed.
 */
export const admissions = pgTable(
  "admissions",
  {
    id: id(),
    purchaseId: uuid("purchase_id").references(() => ticketPurchases.id),
    /** For a name on a guest list. */
    guestId: uuid("guest_id").references(() => listedGuests.id),
    deviceId: uuid("device_id").notNull(),
    nonce: text("nonce").notNull(),
    operatorId: uuid("operator_id").notNull(),
    verdict: text("verdict", { enum: [...verdicts, "undone"] }).notNull(),
    entries: integer("entries").notNull().default(0),
    entriesLeft: integer("entries_left"),
    /** The number of the phone's row that it belongs to; null for an answer of the page where codes are typed. */
    phoneSeq: integer("phone_seq"),
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (table) => [
    unique("admissions_once").on(table.deviceId, table.nonce),
    index("admissions_purchase_idx").on(table.purchaseId),
    index("admissions_guest_idx").on(table.guestId).where(sql`${table.guestId} IS NOT NULL`),
    check("admissions_of_one", sql`${table.purchaseId} IS NULL OR ${table.guestId} IS NULL`),
    // Every scan reads the last answers of its device.
    index("admissions_device_idx").on(table.deviceId, table.receivedAt),
    check(
      "admissions_take_only_when_admitted",
      sql`(${table.verdict} = 'admitted') = (${table.entries} > 0) AND (${table.verdict} = 'undone') = (${table.entries} < 0)`,
    ),
  ],
);
