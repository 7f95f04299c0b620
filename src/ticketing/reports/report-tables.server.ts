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
 * The sales by day, by month and of all time: all together, by night, by type, and by type name. Reports read these
 * rows instead of a million purchases. They are sums of `ticket_purchases` and nothing else; an invariant finds every
 * disagreement.
 */
export const salesTotals = pgTable(
  "sales_totals",
  {
    kind: text("kind", { enum: ["all", "event", "type", "name"] }).notNull(),
    grain: text("grain", { enum: ["day", "month", "ever"] }).notNull(),
    /** The day, the first day of the month, or 0001-01-01 for all time. */
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
 * How many people joined on each past day, in Bucharest. No role may delete a person or change when they joined, so a
 * past day never changes. Readers count later days themselves.
 */
export const memberDays = pgTable("member_days", {
  day: date("day", { mode: "string" }).primaryKey(),
  members: integer("members").notNull(),
});

/** One comparison of our books with the card provider's. Rows are never changed. */
export const reconciliations = pgTable(
  "reconciliations",
  {
    id: id(),
    at: instant("at").notNull().defaultNow(),
    since: instant("since").notNull(),
    payments: integer("payments").notNull(),
    refunds: integer("refunds").notNull(),
    /** The sums of both sides, in bani. */
    ledger: money("ledger").notNull(),
    provider: money("provider").notNull(),
    /** The differences, one entry for each payment, refund or dispute. */
    differences: jsonb("differences").notNull(),
    /** The checks of our own books at that time; null for older comparisons, which had none. */
    checks: jsonb("checks").$type<BookChecks>(),
    /** How many entries of the provider's balance were read along; null when they could not be read. */
    entriesRead: integer("entries_read"),
    /** Objects of the account that were not compared (`OtherRows`); null for older comparisons. */
    others: jsonb("others").$type<OtherRows>(),
  },
  (table) => [index("reconciliations_at_idx").on(table.at)],
);

/**
 * The state of each process, every ten seconds for the last hour. It holds counts that are in the process's memory,
 * so that other processes and the status panel can read them.
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

/** The backups. The backup program writes these rows. */
export const backups = pgTable("backups", {
  takenAt: instant("taken_at").primaryKey(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  seconds: doublePrecision("seconds").notNull(),
});

/** Why the last nightly backup failed; no row when it was made. */
export const failedBackups = pgTable(
  "failed_backups",
  {
    oneRow: boolean("one_row").primaryKey().default(true),
    at: instant("at").notNull(),
    reason: text("reason").notNull(),
  },
  (table) => [check("failed_backups_is_one_row", sql`${table.oneRow}`)],
);
