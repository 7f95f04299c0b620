import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { foldedText } from "#kernel/like-pattern.ts";
import { citext, instant } from "#platform/database/columns.server.ts";

/** A person with an account. The id is the account's id in the schema `identity`. */
export const profiles = pgTable(
  "profiles",
  {
    id: uuid("id").primaryKey(),
    role: text("role", { enum: ["user", "gate", "admin"] })
      .notNull()
      .default("user"),
    fullName: text("full_name"),
    phone: text("phone"),
    avatarUrl: text("avatar_url"),
    email: citext("email").unique(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("profiles_created_idx").on(table.createdAt),
    // for the search of purchases
    index("profiles_words_idx").using(
      "gin",
      sql.raw(`(${foldedText(["full_name", "email::text"])}) gin_trgm_ops`),
    ),
    // used by the version before alone, which may still run beside this one
    index("profiles_mailbox_idx").on(sql`mailbox_key(${table.email}::text)`),
    check("profiles_role_known", sql`${table.role} IN ('user', 'gate', 'admin')`),
    check("profiles_full_name_length", sql`length(${table.fullName}) <= 200`),
    check("profiles_phone_length", sql`length(${table.phone}) <= 32`),
  ],
);
