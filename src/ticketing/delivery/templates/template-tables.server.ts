import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";

export const emailTemplates = pgTable(
  "email_templates",
  {
    id: id(),
    name: text("name").notNull().unique(),
    subject: text("subject").notNull(),
    htmlContent: text("html_content").notNull(),
    textContent: text("text_content").notNull().default(""),
    version: integer("version").notNull(),
    /** True while nobody has edited it: emails then use the program's own text with the club's present name. */
    isBuiltIn: boolean("is_built_in").notNull().default(false),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    check("email_templates_name_plain", sql`${table.name} ~ '^[a-z0-9_]{1,64}$'`),
    check("email_templates_size", sql`octet_length(${table.htmlContent}) <= 262144`),
  ],
);

/** The versions of templates, from which numbers follow. They never change, and stay when a template is deleted. */
export const emailTemplateVersions = pgTable(
  "email_template_versions",
  {
    templateName: text("template_name").notNull(),
    version: integer("version").notNull(),
    subject: text("subject").notNull(),
    htmlContent: text("html_content").notNull(),
    textContent: text("text_content").notNull(),
    /** Null when the program wrote it. */
    authorId: uuid("author_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.templateName, table.version] })],
);
