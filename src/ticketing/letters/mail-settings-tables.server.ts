import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";

/** The settings for sending emails: at most one row. */
export const emailSettings = pgTable(
  "email_settings",
  {
    id: id(),
    smtpHost: text("smtp_host").notNull(),
    smtpPort: integer("smtp_port").notNull().default(587),
    /** Kept for people who use it elsewhere; this program never uses POP3. */
    pop3Host: text("pop3_host"),
    pop3Port: integer("pop3_port").default(995),
    username: text("username").notNull(),
    /** Encrypted for this host, port and user, so it opens for no other server. */
    password: text("password").notNull(),
    fromEmail: text("from_email").notNull(),
    fromName: text("from_name").notNull(),
    replyTo: text("reply_to"),
    enabled: boolean("enabled").notNull().default(false),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("email_settings_one_row").on(sql`(true)`),
    check("email_settings_smtp_port_real", sql`${table.smtpPort} BETWEEN 1 AND 65535`),
    check("email_settings_pop3_port_real", sql`${table.pop3Port} BETWEEN 1 AND 65535`),
    check("email_settings_from_is_address", sql`${table.fromEmail} ~ '^[^@\\s]+@[^@\\s]+$'`),
    check("email_settings_reply_is_address", sql`${table.replyTo} ~ '^[^@\\s]+@[^@\\s]+$'`),
    check("email_settings_password_sealed", sql`${table.password} ~ '^v1\\.'`),
  ],
);
