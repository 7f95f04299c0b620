import { eq } from "drizzle-orm";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockTemplates } from "./template-store.server.ts";
import { emailTemplates } from "./template-tables.server.ts";

export type DeleteTemplateRefusal = NotAllowed | { readonly reason: "not_found" };

/** Deletes a template; its emails use the program's own. Resolves to the next remaining one's id, or null. */
export async function deleteTemplate(
  services: Services,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<{ nextId: string | null }, DeleteTemplateRefusal>> {
  if (!isUuid(id)) return refused({ reason: "not_found" });
  return services.database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "delete-template"))) return refused(notAllowed);
    await lockTemplates(sql);
    const [deleted] = await builder(sql)
      .delete(emailTemplates)
      .where(eq(emailTemplates.id, id))
      .returning({ name: emailTemplates.name, version: emailTemplates.version });
    if (!deleted) return refused({ reason: "not_found" });
    await recordChange(sql, actor, {
      subjectKind: "email_template",
      subjectId: id,
      what: "template_deleted",
      after: deleted,
    });
    const [next] = await builder(sql)
      .select({ id: emailTemplates.id })
      .from(emailTemplates)
      .orderBy(emailTemplates.id)
      .limit(1);
    return done({ nextId: next?.id ?? null });
  });
}
