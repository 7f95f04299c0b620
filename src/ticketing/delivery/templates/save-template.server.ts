import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import type { TemplateWords } from "./template-form.ts";
import { cleanHtml, textOfHtml } from "./template-html.server.ts";
import { lockTemplates, noteOnTemplate, updateTemplate } from "./template-store.server.ts";

export type SaveTemplateRefusal =
  /** Only administrators write templates. */
  | "not_allowed"
  | "not_found"
  /** Somebody else saved meanwhile; what was typed is based on an older version. */
  | "changed_meanwhile"
  /** Nothing that people could read is left once it is cleaned (F31). */
  | "empty";

export type SaveTemplateRequest = {
  readonly actor: Actor;
  readonly id: string;
  /** The version that the editor began with. */
  readonly basedOn: number;
  readonly words: TemplateWords;
};

/** Saves a template, cleaned, as its next version; what it said before stays in its history. */
export async function saveTemplate(
  services: Services,
  { actor, id, basedOn, words }: SaveTemplateRequest,
): Promise<Outcome<{ version: number }, SaveTemplateRefusal>> {
  if (!mayDo(actor, "save-template")) return refused("not_allowed");
  if (!isUuid(id)) return refused("not_found");
  const html = cleanHtml(words.html);
  if (textOfHtml(html) === "") return refused("empty");
  return services.database.withActor(actor, async (sql) => {
    await lockTemplates(sql.$client);
    const { rows } = await sql.$client.query<{ name: string; version: number }>(
      "SELECT name, version FROM email_templates WHERE id = $1",
      [id],
    );
    const [present] = rows;
    if (!present) return refused("not_found");
    if (present.version !== basedOn) return refused("changed_meanwhile");
    const { name } = present;
    const version = await updateTemplate(sql.$client, id, { ...words, html, name, authorId: actor.userId });
    await noteOnTemplate(sql.$client, { actorId: actor.userId, id, what: "template_saved", name, version });
    return done({ version });
  });
}
