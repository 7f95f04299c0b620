import { eq, getTableColumns } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { withDefaults } from "#ticketing/content/site-content.ts";
import { readClub } from "../club-queries.server.ts";
import type { LetterTemplate } from "../fill-template.ts";
import { builtInTemplates, type TemplateName } from "../letter-template.ts";
import { paragraph } from "../letter-templates/letter-blocks.ts";
import { type LetterFrame, letterLink } from "../letter-templates/letter-shell.ts";
import { seatsPlace } from "../letter-templates/seat-rows.ts";
import { sumsPlace } from "../letter-templates/sum-rows.ts";
import { addKeptParts } from "./kept-parts.server.ts";
import {
  defaultTemplateChoice,
  type TemplateChoice,
  templateChoiceKey,
  templateUses,
} from "./template-choice.ts";
import { cleanHtml } from "./template-html.server.ts";
import { emailTemplates } from "./template-tables.server.ts";

export type StoredTemplate = LetterTemplate &
  Omit<typeof emailTemplates.$inferSelect, "htmlContent" | "textContent">;

const { htmlContent: html, textContent: text, ...others } = getTableColumns(emailTemplates);
const columns = { ...others, html, text };

/** The values that all emails share: the club's present name and look, and the site's address. */
export async function readFrame(client: Sql, services: Services): Promise<LetterFrame> {
  return {
    club: await readClub(client),
    origin: services.origin,
    holdMinutes: services.settings.holdMinutes,
  };
}

/** All templates. One that nobody has edited has the program's present text. */
export async function listTemplates(services: Services, actor: Actor): Promise<StoredTemplate[]> {
  return services.database.readAs(actor, async (sql) => {
    const rows = await builder(sql).select(columns).from(emailTemplates).orderBy(emailTemplates.id);
    const frame = await readFrame(sql, services);
    return rows.map((row) => asOfToday(row, frame));
  });
}

/** The template with this name; undefined when there is none. */
export async function readTemplateNamed(client: Sql, name: string): Promise<StoredTemplate | undefined> {
  const [row] = await builder(client)
    .select(columns)
    .from(emailTemplates)
    .where(eq(emailTemplates.name, name));
  return row;
}

/** The names of the edited templates that begin so, such as `night_moved`: their words go out, not the program's. */
export async function listEditedTemplates(client: Sql, begins: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM email_templates WHERE starts_with(name, $1) AND NOT is_built_in ORDER BY id",
    [begins],
  );
  return rows.map(({ name }) => name);
}

/**
 * A template that nobody has edited, with the program's present text, cleaned as saving would clean it. So what a
 * person later saves differs only by that person's own changes.
 */
export function asOfToday(row: StoredTemplate, frame: LetterFrame): StoredTemplate {
  if (!row.isBuiltIn || !isBuiltInName(row.name)) return row;
  const own = builtInTemplates[row.name]({ ...frame, orderLink: letterLink });
  const html = own.html
    .replace(seatsPlace, "<tr><td>{{ticket_rows}}</td></tr>")
    .replace(sumsPlace, paragraph("{{order_sums}}"));
  return { ...row, ...own, html: cleanHtml(html) };
}

/** Adds the parts that such an email always has. Which ones: those of the use it is chosen for, else of its name. */
export async function withKeptParts(
  services: Services,
  actor: Actor,
  name: string,
  words: LetterTemplate,
): Promise<LetterTemplate> {
  return services.database.readAs(actor, async (sql) => {
    const choice = await readTemplateChoice(sql);
    const use = templateUses.find((one) => choice[one] === name);
    const builtInName = use ? defaultTemplateChoice[use] : name;
    return isBuiltInName(builtInName)
      ? addKeptParts(words, builtInName, await readFrame(sql, services))
      : words;
  });
}

export function isBuiltInName(name: string): name is TemplateName {
  return Object.hasOwn(builtInTemplates, name);
}

/** The chosen templates, or the defaults. */
export async function readTemplateChoice(client: Sql): Promise<TemplateChoice> {
  const written = await readContent(client, [templateChoiceKey]);
  return withDefaults(defaultTemplateChoice, written.get(templateChoiceKey));
}

/** The choice, and how many emails of each kind were sent this month (in Bucharest). */
export async function findTemplateChoice(
  services: Services,
  actor: Actor,
): Promise<{ choice: TemplateChoice; sentThisMonth: Record<string, number> }> {
  return services.database.readAs(actor, async (sql) => {
    const choice = await readTemplateChoice(sql);
    const { rows } = await sql.query<{ kind: string; sent: number }>(
      `SELECT kind, count(*)::int AS sent FROM letters
       WHERE state = 'sent' AND sent_at >= date_trunc('month', now() AT TIME ZONE 'Europe/Bucharest') AT TIME ZONE 'Europe/Bucharest' GROUP BY kind`,
    );
    return { choice, sentThisMonth: Object.fromEntries(rows.map(({ kind, sent }) => [kind, sent])) };
  });
}
