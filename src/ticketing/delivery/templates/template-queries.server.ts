import type pg from "pg";
import { isUuid } from "#kernel/id.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { withDefaults } from "#ticketing/content/site-content.ts";
import { readClub } from "../club-queries.server.ts";
import type { LetterTemplate } from "../fill-template.ts";
import { builtInTemplates, type TemplateName } from "../letter-template.ts";
import type { LetterFrame } from "../letter-templates/letter-shell.ts";
import { defaultTemplateChoice, type TemplateChoice, templateChoiceKey } from "./template-choice.ts";

export type StoredTemplate = LetterTemplate & {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly isBuiltIn: boolean;
  readonly updatedAt: Date;
};

export type TemplateVersion = LetterTemplate & {
  readonly version: number;
  /** Null: the program itself. */
  readonly authorName: string | null;
  readonly at: Date;
};

const columns = `id, name, subject, html_content AS html, text_content AS text, version, is_built_in AS "isBuiltIn", updated_at AS "updatedAt"`;

/** What is the same in all letters: the club as it calls itself now, and where it is found. */
export async function readFrame(client: pg.ClientBase, services: Services): Promise<LetterFrame> {
  return {
    club: await readClub(client),
    origin: services.origin,
    holdMinutes: services.settings.holdMinutes,
  };
}

/** Every template by name; one that nobody has changed says what the program's own says today. */
export async function listTemplates(services: Services, actor: Actor): Promise<StoredTemplate[]> {
  return services.database.readAs(actor, async (sql) => {
    const { rows } = await sql.$client.query<StoredTemplate>(
      `SELECT ${columns} FROM email_templates ORDER BY id`,
    );
    const frame = await readFrame(sql.$client, services);
    return rows.map((row) => asOfToday(row, frame));
  });
}

/** One template, to be written out. */
export async function readTemplateNamed(
  client: pg.ClientBase,
  name: string,
): Promise<StoredTemplate | undefined> {
  const { rows } = await client.query<StoredTemplate>({
    name: "template-named",
    text: `SELECT ${columns} FROM email_templates WHERE name = $1`,
    values: [name],
  });
  return rows[0];
}

export function asOfToday(row: StoredTemplate, frame: LetterFrame): StoredTemplate {
  return row.isBuiltIn && isBuiltInName(row.name) ? { ...row, ...builtInTemplates[row.name](frame) } : row;
}

export function isBuiltInName(name: string): name is TemplateName {
  return Object.hasOwn(builtInTemplates, name);
}

/** What a template said, newest first. */
export async function listVersions(
  services: Services,
  actor: Actor,
  templateId: string,
): Promise<{ template: StoredTemplate; versions: TemplateVersion[] } | undefined> {
  if (!isUuid(templateId)) return undefined;
  return services.database.readAs(actor, async (sql) => {
    const { rows: templates } = await sql.$client.query<StoredTemplate>(
      `SELECT ${columns} FROM email_templates WHERE id = $1`,
      [templateId],
    );
    const [template] = templates;
    if (!template) return undefined;
    const { rows: versions } = await sql.$client.query<TemplateVersion>(
      `SELECT v.version, v.subject, v.html_content AS html, v.text_content AS text, p.full_name AS "authorName", v.created_at AS at
       FROM email_template_versions v LEFT JOIN profiles p ON p.id = v.author_id WHERE v.template_name = $1 ORDER BY v.version DESC`,
      [template.name],
    );
    return { template: asOfToday(template, await readFrame(sql.$client, services)), versions };
  });
}

/** Which template is written when, as somebody chose it or as it was at first. */
export async function readTemplateChoice(client: pg.ClientBase): Promise<TemplateChoice> {
  const written = await readContent(client, [templateChoiceKey]);
  return withDefaults(defaultTemplateChoice, written.get(templateChoiceKey));
}

/** The choice, and how many letters left with each this month (Bucharest). */
export async function findTemplateChoice(
  services: Services,
  actor: Actor,
): Promise<{ choice: TemplateChoice; sentThisMonth: Record<string, number> }> {
  return services.database.readAs(actor, async (sql) => {
    const choice = await readTemplateChoice(sql.$client);
    const { rows } = await sql.$client.query<{ kind: string; sent: number }>(
      `SELECT kind, count(*)::int AS sent FROM letters
       WHERE state = 'sent' AND sent_at >= date_trunc('month', now() AT TIME ZONE 'Europe/Bucharest') AT TIME ZONE 'Europe/Bucharest' GROUP BY kind`,
    );
    return { choice, sentThisMonth: Object.fromEntries(rows.map(({ kind, sent }) => [kind, sent])) };
  });
}
