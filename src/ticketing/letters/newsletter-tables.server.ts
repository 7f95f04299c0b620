import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";

/** Who wants the newsletter. Nobody is on it before the link of a letter was used. */
export const newsletterSubscriptions = pgTable(
  "newsletter_subscriptions",
  {
    id: id(),
    email: text("email").notNull().unique(),
    status: text("status", { enum: ["pending", "confirmed", "unsubscribed"] })
      .notNull()
      .default("pending"),
    /** SHA-256 of the token that confirms and, later, ends it. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Letters asked for since `asked_since`, so that a form cannot be used to pester somebody. */
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
