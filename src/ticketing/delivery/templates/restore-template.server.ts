import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import type { TemplateWords } from "./template-form.ts";
import { cleanHtml } from "./template-html.server.ts";
import { lockTemplates, noteOnTemplate, updateTemplate } from "./template-store.server.ts";

export type RestoreTemplateRefusal = "not_allowed" | "not_found";

/** Makes an older version the newest one again: it gets a number of its own, and nothing is lost from the history. */
export async function restoreTemplate(
  services: Services,
  { actor, id, version }: { readonly actor: Actor; readonly id: string; readonly version: number },
): Promise<Outcome<{ version: number }, RestoreTemplateRefusal>> {
  if (!mayDo(actor, "restore-template")) return refused("not_allowed");
  if (!isUuid(id)) return refused("not_found");
  return services.database.withActor(actor, async (sql) => {
    await lockTemplates(sql.$client);
    const { rows } = await sql.$client.query<TemplateWords & { name: string }>(
      `SELECT t.name, v.subject, v.html_content AS html, v.text_content AS text
       FROM email_templates t JOIN email_template_versions v ON v.template_name = t.name WHERE t.id = $1 AND v.version = $2`,
      [id, version],
    );
    const [then] = rows;
    if (!then) return refused("not_found");
    // cleaned once more: what was harmless when it was saved is held to today's rules
    const words = { ...then, html: cleanHtml(then.html), authorId: actor.userId };
    const next = await updateTemplate(sql.$client, id, words);
    await noteOnTemplate(sql.$client, {
      actorId: actor.userId,
      id,
      what: "template_restored",
      name: then.name,
      version: next,
    });
    return done({ version: next });
  });
}
