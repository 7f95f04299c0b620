import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { type TemplateChoice, type TemplateUse, templateChoiceKey, templateUses } from "./template-choice.ts";

export type ChooseTemplatesRefusal =
  | { readonly reason: "not_allowed" }
  /** There is no template of this name. */
  | { readonly reason: "unknown"; readonly uses: readonly TemplateUse[] };

/** Says which template is written for ordinary tickets, for passes and early birds, and as a welcome. */
export async function chooseTemplates(
  services: Services,
  { actor, choice }: { readonly actor: Actor; readonly choice: TemplateChoice },
): Promise<Outcome<null, ChooseTemplatesRefusal>> {
  if (!mayDo(actor, "choose-templates")) return refused({ reason: "not_allowed" });
  return services.database.withActor(actor, async (sql) => {
    const { rows } = await sql.$client.query<{ name: string }>(
      "SELECT name FROM email_templates WHERE name = ANY($1::text[])",
      [Object.values(choice)],
    );
    const unknown = templateUses.filter((use) => !rows.some((row) => row.name === choice[use]));
    if (unknown.length > 0) return refused({ reason: "unknown", uses: unknown });
    const { rows: written } = await sql.$client.query<{ id: string }>(
      `INSERT INTO site_content AS c (id, key, content, updated_by) VALUES ($1, $2, $3, $4)
       ON CONFLICT (key) DO UPDATE SET content = excluded.content, version = c.version + 1, updated_by = $4, updated_at = now() RETURNING id`,
      [newId(), templateChoiceKey, JSON.stringify(choice), actor.userId],
    );
    await sql.$client.query(
      `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, after) VALUES ($1, 'admin', 'site_content', $2, 'templates_chosen', $3)`,
      [actor.userId, written[0]?.id, JSON.stringify(choice)],
    );
    return done(null);
  });
}
