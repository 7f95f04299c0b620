import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { id, instant, money } from "#platform/database/columns.server.ts";
import type { BookChecks, OtherRows } from "./reconciliation.ts";

/**
 * The sales of each day, each month and all time; in all, for each night, for each type and for all types of one name.
 * Reports read these rows instead of a million purchases. They are sums of `ticket_purchases` and nothing else; an
 * invariant finds every disagreement.
 */
export const salesTotals = pgTable(
  "sales_totals",
  {
    kind: text("kind", { enum: ["all", "event", "type", "name"] }).notNull(),
    grain: text("grain", { enum: ["day", "month", "ever"] }).notNull(),
    /** The day, the first of the month, or 0001-01-01. */
    day: date("day", { mode: "string" }).notNull(),
    subjectId: uuid("subject_id").notNull(),
    purchases: bigint("purchases", { mode: "number" }).notNull(),
    quantity: bigint("quantity", { mode: "number" }).notNull(),
    revenue: money("revenue").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.grain, table.day, table.subjectId] }),
    check(
      "sales_totals_kind",
      sql`${table.kind} IN ('all', 'event', 'type', 'name') AND ${table.grain} IN ('day', 'month', 'ever')`,
    ),
    index("sales_totals_subject_idx").on(table.subjectId, table.grain, table.day),
  ],
);

/**
 * How many people joined on each past day, in Bucharest. No role may delete a person or change when one joined, so a
 * past day never changes; readers count the people of later days themselves.
 */
export const memberDays = pgTable("member_days", {
  day: date("day", { mode: "string" }).primaryKey(),
  members: integer("members").notNull(),
});

/** One comparison of our books with the card provider's. Append-only. */
export const reconciliations = pgTable(
  "reconciliations",
  {
    id: id(),
    at: instant("at").notNull().defaultNow(),
    since: instant("since").notNull(),
    payments: integer("payments").notNull(),
    refunds: integer("refunds").notNull(),
    /** Bani of each side. */
    ledger: money("ledger").notNull(),
    provider: money("provider").notNull(),
    /** The differences, one entry for each payment, refund or dispute. */
    differences: jsonb("differences").notNull(),
    /** The checks of our own books at that time; null for older comparisons without them. */
    checks: jsonb("checks").$type<BookChecks>(),
    /** How many entries of the provider's balance were read with it; null when they could not be read. */
    entriesRead: integer("entries_read"),
    /** What the account has beside what was compared; null for older comparisons. */
    others: jsonb("others").$type<OtherRows>(),
  },
  (table) => [index("reconciliations_at_idx").on(table.at)],
);

/**
 * The state of each process, every ten seconds for the last hour: its own counts in memory, which all other processes
 * and the status panel can read here.
 */
export const processHeartbeats = pgTable(
  "process_pulses",
  {
    processId: uuid("process_id").notNull(),
    at: instant("at").notNull().defaultNow(),
    pulse: jsonb("pulse").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.processId, table.at] }),
    index("process_pulses_at_idx").on(table.at),
  ],
);

/** The backups, written by the program that makes them. */
export const backups = pgTable("backups", {
  takenAt: instant("taken_at").primaryKey(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  seconds: doublePrecision("seconds").notNull(),
});

/** Why the last nightly backup was not made; no row when it was. */
export const failedBackups = pgTable(
  "failed_backups",
  {
    oneRow: boolean("one_row").primaryKey().default(true),
    at: instant("at").notNull(),
    reason: text("reason").notNull(),
  },
  (table) => [check("failed_backups_is_one_row", sql`${table.oneRow}`)],
);
