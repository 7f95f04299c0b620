import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";
import { pictures } from "#ticketing/pictures/picture-tables.server.ts";

/** Editable texts of the site, one JSON object per key: hero, footer, about ... */
export const siteContent = pgTable(
  "site_content",
  {
    id: id(),
    key: text("key").notNull().unique(),
    content: jsonb("content").notNull(),
    /** The picture that the content names: the database keeps what is shown. */
    backgroundUrl: text("background_url")
      .generatedAlwaysAs(sql`nullif(content ->> 'background_url', '')`)
      .references(() => pictures.url),
    version: integer("version").notNull().default(1),
    updatedBy: uuid("updated_by"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    check("site_content_is_object", sql`jsonb_typeof(${table.content}) = 'object'`),
    // whoever writes them: what is a link on every page leads to the web and runs nothing
    ...(["instagram", "facebook", "twitter"] as const).map((site) =>
      check(
        `site_content_${site}_is_web`,
        sql`${table.key} <> 'footer' OR coalesce(${table.content} #>> ${sql.raw(`'{social_links,${site}}'`)}, '') ~ '^(https?://.*)?$'`,
      ),
    ),
  ],
);
