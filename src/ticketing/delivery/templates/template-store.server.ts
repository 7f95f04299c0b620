import { eq, max, sql } from "drizzle-orm";
import { newId } from "#kernel/id.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { TemplateWords } from "./template-form.ts";
import { emailTemplates, emailTemplateVersions } from "./template-tables.server.ts";

/** Serialises all writers of templates, so that no version number is used twice. */
export async function lockTemplates(client: Sql): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('email_templates', 1))");
}

type NewVersion = TemplateWords & {
  readonly name: string;
  /** Null when the program wrote it. */
  readonly authorId: string | null;
};

const columnsOf = ({ subject, html, text }: TemplateWords) => ({
  subject,
  htmlContent: html,
  textContent: text,
});

/** Stores the next version. Resolves to its number, which goes on even after a deleted template of this name. */
async function insertVersion(client: Sql, { name, authorId, ...words }: NewVersion): Promise<number> {
  const { templateName } = emailTemplateVersions;
  const [last] = await builder(client)
    .select({ version: max(emailTemplateVersions.version) })
    .from(emailTemplateVersions)
    .where(eq(templateName, name));
  const version = (last?.version ?? 0) + 1;
  await builder(client)
    .insert(emailTemplateVersions)
    .values({ templateName: name, version, ...columnsOf(words), authorId });
  return version;
}

/** Inserts a template with its first version. Resolves to its id; null when the name is taken. */
export async function insertTemplate(
  client: Sql,
  template: NewVersion & { readonly source: "program" | "administrator" },
): Promise<string | null> {
  const { name, source } = template;
  const taken = await builder(client)
    .select({ id: emailTemplates.id })
    .from(emailTemplates)
    .where(eq(emailTemplates.name, name));
  if (taken.length > 0) return null;
  const id = newId();
  const version = await insertVersion(client, template);
  await builder(client)
    .insert(emailTemplates)
    .values({ id, name, ...columnsOf(template), version, isBuiltIn: source === "program" });
  return id;
}

/** Writes a template's new text and version; from then on it counts as edited. Resolves to the version's number. */
export async function updateTemplate(client: Sql, id: string, template: NewVersion): Promise<number> {
  const version = await insertVersion(client, template);
  await builder(client)
    .update(emailTemplates)
    .set({ ...columnsOf(template), version, isBuiltIn: false, updatedAt: sql`now()` })
    .where(eq(emailTemplates.id, id));
  return version;
}
