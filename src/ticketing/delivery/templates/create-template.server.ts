import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import type { TemplateWords } from "./template-form.ts";
import { cleanHtml, textOfHtml } from "./template-html.server.ts";
import { insertTemplate, lockTemplates, noteOnTemplate } from "./template-store.server.ts";

export type CreateTemplateRefusal =
  /** Only administrators write templates. */
  | "not_allowed"
  | "name_taken"
  /** Nothing that people could read is left once it is cleaned (F31). */
  | "empty";

/** Adds a template, cleaned, as the first version of its name. */
export async function createTemplate(
  services: Services,
  {
    actor,
    template,
  }: { readonly actor: Actor; readonly template: TemplateWords & { readonly name: string } },
): Promise<Outcome<{ id: string }, CreateTemplateRefusal>> {
  if (!mayDo(actor, "create-template")) return refused("not_allowed");
  const html = cleanHtml(template.html);
  if (textOfHtml(html) === "") return refused("empty");
  return services.database.withActor(actor, async (sql) => {
    await lockTemplates(sql.$client);
    const id = await insertTemplate(sql.$client, {
      ...template,
      html,
      authorId: actor.userId,
      source: "administrator",
    });
    if (id === null) return refused("name_taken");
    await noteOnTemplate(sql.$client, {
      actorId: actor.userId,
      id,
      what: "template_created",
      name: template.name,
      version: 1,
    });
    return done({ id });
  });
}
