import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";

/** The journal: one row for each change, with its person, written in its transaction. Rows are never changed. */
export const journal = pgTable(
  "journal",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    actorId: uuid("actor_id"),
    actorKind: text("actor_kind").notNull(),
    subjectKind: text("subject_kind").notNull(),
    subjectId: uuid("subject_id").notNull(),
    what: text("what").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
  },
  (table) => [index("journal_subject_idx").on(table.subjectId, table.id)],
);
