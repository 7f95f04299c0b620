import { sql } from "drizzle-orm";
import {
  bigint,
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
import type { BookChecks } from "./reconciliation.ts";

/**
 * What was sold on each day, in each month and ever; in all, for each night, for each type and for all types of one
 * name: what reports read instead of a million purchases. Sums of `ticket_purchases` and of nothing else; whatever may disagree is found by an invariant.
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
 * How many people joined on each day that is over, in Bucharest. No role may delete a person or write when one joined,
 * so a day that is over never changes; who reads counts the people of the days that are not here yet.
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
    /** Bani that each side says we have. */
    ledger: money("ledger").notNull(),
    provider: money("provider").notNull(),
    /** Where they differ, one entry for each payment, refund or dispute. */
    differences: jsonb("differences").notNull(),
    /** What our own books said of themselves then; null for comparisons of before it was asked. */
    checks: jsonb("checks").$type<BookChecks>(),
  },
  (table) => [index("reconciliations_at_idx").on(table.at)],
);

/**
 * How each process of the site does, every ten seconds for the last hour: what it counts in memory, where all others
 * and the status panel can read it.
 */
export const processPulses = pgTable(
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

/** Backups that were made, written by the program that makes them. */
export const backups = pgTable("backups", {
  takenAt: instant("taken_at").primaryKey(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  seconds: doublePrecision("seconds").notNull(),
});
