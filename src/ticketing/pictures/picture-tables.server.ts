import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";
import type { PictureSource, StoredPicture } from "./picture.ts";

/** A stored picture and its sizes. Rows that show it have its address. */
export const pictures = pgTable(
  "pictures",
  {
    url: text("url").primaryKey(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Narrowest first: [{ url, width }]. */
    sources: jsonb("sources").$type<readonly PictureSource[]>().notNull(),
    /** Another crop for wide screens, in the same form; null when there is none. */
    wide: jsonb("wide").$type<StoredPicture>(),
    altText: text("alt_text").notNull().default(""),
    /** Whether the night's title is painted on it ("Afișul are deja titlul"); then nothing is written over it. */
    hasTitle: boolean("has_title").notNull().default(false),
    /** The accent colour (`lightOf`); null if it was not measured. */
    light: text("light"),
    /** The bytes of all its files together. */
    bytes: integer("bytes").notNull().default(0),
    uploadedBy: uuid("uploaded_by"),
    /** Since when nothing shows it; the sweep deletes it after a day. */
    unusedSince: instant("unused_since"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    // a path on this site, never an address elsewhere: pages load only pictures that we converted
    check("pictures_url_is_ours", sql`${table.url} ~ '^/[a-z0-9_]'`),
    check("pictures_alt_text_short", sql`length(${table.altText}) <= 300`),
    check("pictures_light_is_colour", sql`${table.light} ~ '^#[0-9A-Fa-f]{6}$'`),
    index("pictures_uploads_idx").on(table.uploadedBy, table.createdAt),
    index("pictures_unused_idx").on(table.unusedSince).where(sql`${table.unusedSince} IS NOT NULL`),
  ],
);
