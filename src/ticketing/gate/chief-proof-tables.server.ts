import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";
import { gateDevices } from "./door-tables.server.ts";

/**
 * Which row of which phone a chief's code was used for: each once. The phone that asks first has it, or else the row that comes
 * first. Append-only.
 */
export const chiefProofs = pgTable(
  "chief_proofs",
  {
    /** SHA-256 of what the chief's phone signed. */
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
