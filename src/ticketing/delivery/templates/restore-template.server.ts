import { and, eq } from "drizzle-orm";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { cleanHtml } from "./template-html.server.ts";
import { lockTemplates, updateTemplate } from "./template-store.server.ts";
import { emailTemplates, emailTemplateVersions } from "./template-tables.server.ts";

export type RestoreTemplateRefusal = NotAllowed | { readonly reason: "not_found" };

/** Makes an older version the newest one again, with a new number; the history keeps all versions. */
export async function restoreTemplate(
  services: Services,
  { actor, id, version }: { readonly actor: Actor; readonly id: string; readonly version: number },
): Promise<Outcome<{ version: number }, RestoreTemplateRefusal>> {
  if (!mayDo(actor, "restore-template")) return refused(notAllowed);
  if (!isUuid(id)) return refused({ reason: "not_found" });
  return services.database.withActor(actor, async (sql) => {
    await lockTemplates(sql);
    const { subject, htmlContent: html, textContent: text } = emailTemplateVersions;
    const [then] = await builder(sql)
      .select({ name: emailTemplates.name, subject, html, text })
      .from(emailTemplates)
      .innerJoin(emailTemplateVersions, eq(emailTemplateVersions.templateName, emailTemplates.name))
      .where(and(eq(emailTemplates.id, id), eq(emailTemplateVersions.version, version)));
    if (!then) return refused({ reason: "not_found" });
    // Cleaned again, because the rules may be stricter than when it was saved.
    const words = { ...then, html: cleanHtml(then.html), authorId: actor.userId };
    const next = await updateTemplate(sql, id, words);
    await recordChange(sql, actor, {
      subjectKind: "email_template",
      subjectId: id,
      what: "template_restored",
      after: { name: then.name, version: next },
    });
    return done({ version: next });
  });
}
