import type pg from "pg";
import { newId } from "#kernel/id.ts";
import type { TemplateWords } from "./template-form.ts";

/** Templates are few and edited by hand: their writers take turns, so that no version number is given twice. */
export async function lockTemplates(client: pg.ClientBase): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('email_templates', 1))");
}

type NewVersion = TemplateWords & {
  readonly name: string;
  /** Null: the program itself. */
  readonly authorId: string | null;
};

/** Writes the next version down. Resolves to its number; numbers go on where a deleted template of this name ended. */
export async function insertVersion(client: pg.ClientBase, version: NewVersion): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `INSERT INTO email_template_versions (template_name, version, subject, html_content, text_content, author_id)
     SELECT $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5 FROM email_template_versions WHERE template_name = $1 RETURNING version`,
    [version.name, version.subject, version.html, version.text, version.authorId],
  );
  return rows[0]?.version ?? 1;
}

/** Inserts a template with its version. Resolves to its id, or null when the name is taken. */
export async function insertTemplate(
  client: pg.ClientBase,
  template: NewVersion & { readonly source: "program" | "administrator" },
): Promise<string | null> {
  const { rows: taken } = await client.query("SELECT FROM email_templates WHERE name = $1", [template.name]);
  if (taken.length > 0) return null;
  const id = newId();
  const version = await insertVersion(client, template);
  await client.query(
    `INSERT INTO email_templates (id, name, subject, html_content, text_content, version, is_built_in) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      template.name,
      template.subject,
      template.html,
      template.text,
      version,
      template.source === "program",
    ],
  );
  return id;
}

/** Writes a template's words and its new version; it is nobody's built-in one any more. */
export async function updateTemplate(
  client: pg.ClientBase,
  id: string,
  template: NewVersion,
): Promise<number> {
  const version = await insertVersion(client, template);
  await client.query(
    `UPDATE email_templates SET subject = $2, html_content = $3, text_content = $4, version = $5, is_built_in = false, updated_at = now() WHERE id = $1`,
    [id, template.subject, template.html, template.text, version],
  );
  return version;
}

/** A line in the journal: who changed which template, and to which version. */
export async function noteOnTemplate(
  client: pg.ClientBase,
  note: {
    readonly actorId: string;
    readonly id: string;
    readonly what: "template_created" | "template_saved" | "template_restored" | "template_deleted";
    readonly name: string;
    readonly version: number;
  },
): Promise<void> {
  await client.query(
    `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, after) VALUES ($1, 'admin', 'email_template', $2, $3, $4)`,
    [note.actorId, note.id, note.what, JSON.stringify({ name: note.name, version: note.version })],
  );
}
