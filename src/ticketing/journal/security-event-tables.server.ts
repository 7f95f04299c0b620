import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";
import { securityEventKinds } from "./security-event.ts";

/** Security events for the operator, written in the transaction of their cause. Administrators read them. */
export const securityEvents = pgTable(
  "security_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    kind: text("kind", { enum: securityEventKinds }).notNull(),
    personId: uuid("person_id"),
    actorId: uuid("actor_id"),
    /** The network of the address, never the whole address. Removed after 30 days. */
    network: text("network"),
    detail: text("detail"),
  },
  (table) => [
    index("security_events_at_idx").on(table.at),
    // Lists are paged by id, newest first.
    index("security_events_kind_idx").on(table.kind, table.id),
    index("security_events_person_idx").on(table.personId, table.id),
    check(
      "security_events_kind",
      sql.raw(`kind IN (${securityEventKinds.map((kind) => `'${kind}'`).join(", ")})`),
    ),
    check(
      "security_events_detail",
      sql`char_length(${table.detail}) <= 200 AND ${table.detail} NOT LIKE '%@%'`,
    ),
  ],
);
