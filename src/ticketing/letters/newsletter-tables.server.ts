import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";

/** The newsletter's subscriptions. A subscription counts only after the link in its email was used. */
export const newsletterSubscriptions = pgTable(
  "newsletter_subscriptions",
  {
    id: id(),
    email: text("email").notNull().unique(),
    status: text("status", { enum: ["pending", "confirmed", "unsubscribed"] })
      .notNull()
      .default("pending"),
    /** SHA-256 of the token that confirms the subscription and can later end it. */
    tokenHash: text("token_hash").notNull().unique(),
    /** How many emails were asked for since `asked_since`, so that the form cannot flood an address. */
    asked: integer("asked").notNull().default(1),
    askedSince: instant("asked_since").notNull().defaultNow(),
    askedAt: instant("asked_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
    confirmedAt: instant("confirmed_at"),
    unsubscribedAt: instant("unsubscribed_at"),
  },
  (table) => [
    check("newsletter_status_known", sql`${table.status} IN ('pending', 'confirmed', 'unsubscribed')`),
    check("newsletter_email_canonical", sql`${table.email} = lower(${table.email})`),
    check("newsletter_token_is_a_hash", sql`${table.tokenHash} ~ '^[0-9a-f]{64}$'`),
    check(
      "newsletter_confirmed_has_a_moment",
      sql`${table.status} <> 'confirmed' OR ${table.confirmedAt} IS NOT NULL`,
    ),
  ],
);
