import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";

/** Editable texts of the site, one JSON object per key: hero, footer, about ... */
export const siteContent = pgTable(
  "site_content",
  {
    id: id(),
    key: text("key").notNull().unique(),
    content: jsonb("content").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [check("site_content_is_object", sql`jsonb_typeof(${table.content}) = 'object'`)],
);
