import { inArray } from "drizzle-orm";
import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { only } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { type TemplateChoice, type TemplateUse, templateChoiceKey, templateUses } from "./template-choice.ts";
import { emailTemplates } from "./template-tables.server.ts";

export type ChooseTemplatesRefusal =
  | NotAllowed
  /** There is no template with this name. */
  | { readonly reason: "unknown"; readonly uses: readonly TemplateUse[] };

/** Chooses the templates for ordinary tickets, for passes and early birds, and for the welcome email. */
export async function chooseTemplates(
  services: Services,
  { actor, choice }: { readonly actor: Actor; readonly choice: TemplateChoice },
): Promise<Outcome<null, ChooseTemplatesRefusal>> {
  return services.database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "choose-templates"))) return refused(notAllowed);
    const found = await builder(sql)
      .select({ name: emailTemplates.name })
      .from(emailTemplates)
      .where(inArray(emailTemplates.name, Object.values(choice)));
    const unknown = templateUses.filter((use) => !found.some(({ name }) => name === choice[use]));
    if (unknown.length > 0) return refused({ reason: "unknown", uses: unknown });
    const { rows } = await sql.query<{ id: string }>(
      `INSERT INTO site_content AS c (id, key, content, updated_by) VALUES ($1, $2, $3, $4)
       ON CONFLICT (key) DO UPDATE SET content = excluded.content, version = c.version + 1, updated_by = $4, updated_at = now() RETURNING id`,
      [newId(), templateChoiceKey, JSON.stringify(choice), actor.userId],
    );
    await recordChange(sql, actor, {
      subjectKind: "site_content",
      subjectId: only(rows).id,
      what: "templates_chosen",
      after: choice,
    });
    return done(null);
  });
}
