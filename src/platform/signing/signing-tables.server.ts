import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";

/** Our signing keys. The public part is readable; the private part is sealed with a key derived from APP_SECRET. */
export const signingKeys = pgTable(
  "signing_keys",
  {
    kid: integer("kid").primaryKey().generatedAlwaysAsIdentity(),
    purpose: text("purpose", { enum: ["ticket", "label", "token"] }).notNull(),
    publicKey: text("public_key"),
    sealedKey: text("sealed_key").notNull(),
    validFrom: instant("valid_from").notNull().defaultNow(),
    validUntil: instant("valid_until"),
  },
  (table) => [check("signing_keys_purpose_known", sql`${table.purpose} IN ('ticket', 'label', 'token')`)],
);
