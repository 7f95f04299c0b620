import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { TemplateWords } from "./template-form.ts";
import { cleanHtml } from "./template-html.server.ts";
import { insertTemplate, lockTemplates } from "./template-store.server.ts";
import { type UnfitTemplate, unfitTemplate } from "./write-letter.server.ts";

export type CreateTemplateRefusal =
  | NotAllowed
  | { readonly reason: "name_taken" }
  /** The cleaned template is empty, so every email would use the program's own (F31). */
  | UnfitTemplate;

/** Adds a template, with cleaned HTML, as the first version of its name. */
export async function createTemplate(
  services: Services,
  {
    actor,
    template,
  }: { readonly actor: Actor; readonly template: TemplateWords & { readonly name: string } },
): Promise<Outcome<{ id: string }, CreateTemplateRefusal>> {
  const html = cleanHtml(template.html);
  return services.database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "create-template"))) return refused(notAllowed);
    const unfit = unfitTemplate(template);
    if (unfit) return refused(unfit);
    await lockTemplates(sql);
    const id = await insertTemplate(sql, {
      ...template,
      html,
      authorId: actor.userId,
      source: "administrator",
    });
    if (id === null) return refused({ reason: "name_taken" });
    await recordChange(sql, actor, {
      subjectKind: "email_template",
      subjectId: id,
      what: "template_created",
      after: { name: template.name, version: 1 },
    });
    return done({ id });
  });
}
