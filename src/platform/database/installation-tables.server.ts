import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.server.ts";

/** More than 240 bits that nobody can guess. */
const newMailboxSecret = sql`encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')`;

/** One row: the mode this database belongs to. A process of the other mode refuses it. */
export const installation = pgTable(
  "installation",
  {
    oneRow: boolean("one_row").primaryKey().default(true),
    mode: text("mode", { enum: ["demo", "production"] }).notNull(),
    madeAt: instant("made_at").notNull().defaultNow(),
    /** When the login of earlier versions lost its rights. Null as long as a process of such a version may run. */
    loginRetiredAt: instant("login_retired_at"),
    /**
     * The secret that `mailbox_key` uses. When the row is written, that function is made anew with it. A backup has the
     * secret, because the keys in orders fit only this one.
     */
    mailboxSecret: text("mailbox_secret").notNull().default(newMailboxSecret),
  },
  (table) => [
    check("installation_is_one_row", sql`${table.oneRow}`),
    check("installation_mode_known", sql`${table.mode} IN ('demo', 'production')`),
    check("installation_mailbox_secret_is_a_hash", sql`${table.mailboxSecret} ~ '^[0-9a-f]{64}$'`),
  ],
);
