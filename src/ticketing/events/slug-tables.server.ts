import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";
import { slugKinds } from "./slug.ts";

/**
 * Every name that a night or an artist ever had in an address. A row is never changed, removed or given to another: an
 * address that somebody wrote down leads there for ever.
 */
export const slugs = pgTable(
  "slugs",
  {
    kind: text("kind", { enum: slugKinds }).notNull(),
    slug: text("slug").notNull(),
    subjectId: uuid("subject_id").notNull(),
    givenAt: instant("given_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    check("slugs_kind_known", sql`${table.kind} IN ('event', 'artist')`),
    // an address with an id in it has 36 such characters
    check(
      "slugs_readable",
      sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND ${table.slug} !~ '^[0-9a-f-]{36}$' AND length(${table.slug}) <= 80`,
    ),
  ],
);
