import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { lockTemplates, noteOnTemplate } from "./template-store.server.ts";

export type DeleteTemplateRefusal = "not_allowed" | "not_found";

/**
 * Deletes a template; its history stays. Letters that had it chosen are written with the program's own from now on.
 * Resolves to the template to show next, the first of the list, or null when there is none.
 */
export async function deleteTemplate(
  services: Services,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<{ nextId: string | null }, DeleteTemplateRefusal>> {
  if (!mayDo(actor, "delete-template")) return refused("not_allowed");
  if (!isUuid(id)) return refused("not_found");
  return services.database.withActor(actor, async (sql) => {
    await lockTemplates(sql.$client);
    const { rows } = await sql.$client.query<{ name: string; version: number }>(
      "DELETE FROM email_templates WHERE id = $1 RETURNING name, version",
      [id],
    );
    const [gone] = rows;
    if (!gone) return refused("not_found");
    await noteOnTemplate(sql.$client, { actorId: actor.userId, id, what: "template_deleted", ...gone });
    const { rows: left } = await sql.$client.query<{ id: string }>(
      "SELECT id FROM email_templates ORDER BY id LIMIT 1",
    );
    return done({ nextId: left[0]?.id ?? null });
  });
}
