import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";
import { pictures } from "#ticketing/pictures/picture-tables.server.ts";

/** The contents of the site that the team edits, one JSON object per key: hero, footer, brand and so on. */
export const siteContent = pgTable(
  "site_content",
  {
    id: id(),
    key: text("key").notNull().unique(),
    content: jsonb("content").$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The address of the hero's picture. The foreign key forbids deleting a picture in use. */
    backgroundUrl: text("background_url")
      .generatedAlwaysAs(sql`nullif(content ->> 'background_url', '')`)
      .references(() => pictures.url),
    /** The address of the club's logo; the same rule. */
    logoUrl: text("logo_url")
      .generatedAlwaysAs(sql`nullif(content ->> 'logo_url', '')`)
      .references(() => pictures.url),
    version: integer("version").notNull().default(1),
    updatedBy: uuid("updated_by"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    check("site_content_is_object", sql`jsonb_typeof(${table.content}) = 'object'`),
    // these values are put into style sheets
    check(
      "site_content_brand_is_colours",
      sql`${table.key} <> 'brand' OR (coalesce(${table.content} ->> 'light', '') ~ '^(#[0-9a-f]{6})?$' AND coalesce(${table.content} ->> 'signal', '') ~ '^(#[0-9a-f]{6})?$')`,
    ),
    // these are links on every page: only web addresses, never a script
    ...(["instagram", "facebook", "twitter"] as const).map((site) =>
      check(
        `site_content_${site}_is_web`,
        sql`${table.key} <> 'footer' OR coalesce(${table.content} #>> ${sql.raw(`'{social_links,${site}}'`)}, '') ~ '^(https?://.*)?$'`,
      ),
    ),
  ],
);
