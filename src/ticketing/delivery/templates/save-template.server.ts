import { eq } from "drizzle-orm";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { TemplateWords } from "./template-form.ts";
import { cleanHtml } from "./template-html.server.ts";
import { asOfToday, readFrame } from "./template-queries.server.ts";
import { lockTemplates, updateTemplate } from "./template-store.server.ts";
import { emailTemplates } from "./template-tables.server.ts";
import { type UnfitTemplate, unfitTemplate } from "./write-letter.server.ts";

export type SaveTemplateRefusal =
  | NotAllowed
  | { readonly reason: "not_found" }
  /** Another administrator saved in between, so this text is based on an older version. */
  | { readonly reason: "changed_meanwhile" }
  /** The cleaned template is empty, so every email would use the program's own (F31). */
  | UnfitTemplate;

export type SaveTemplateRequest = {
  readonly actor: Actor;
  readonly id: string;
  /** The version with which the editor was opened. */
  readonly basedOn: number;
  readonly words: TemplateWords;
};

/** Saves a template, with cleaned HTML, as its next version. If nothing changed it writes none (`isNew` false). */
export async function saveTemplate(
  services: Services,
  { actor, id, basedOn, words }: SaveTemplateRequest,
): Promise<Outcome<{ version: number; isNew: boolean }, SaveTemplateRefusal>> {
  if (!isUuid(id)) return refused({ reason: "not_found" });
  const html = cleanHtml(words.html);
  return services.database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "save-template"))) return refused(notAllowed);
    const unfit = unfitTemplate(words);
    if (unfit) return refused(unfit);
    await lockTemplates(sql);
    const [present] = await builder(sql).select().from(emailTemplates).where(eq(emailTemplates.id, id));
    if (!present) return refused({ reason: "not_found" });
    if (present.version !== basedOn) return refused({ reason: "changed_meanwhile" });
    const { name, htmlContent, textContent } = present;
    const shown = asOfToday(
      { ...present, html: htmlContent, text: textContent },
      await readFrame(sql, services),
    );
    const next = {
      subject: words.subject,
      html: words.html === shown.html ? shown.html : html,
      text: words.text,
    };
    if (next.subject === shown.subject && next.html === shown.html && next.text === shown.text)
      return done({ version: present.version, isNew: false });
    const version = await updateTemplate(sql, id, { ...next, name, authorId: actor.userId });
    await recordChange(sql, actor, {
      subjectKind: "email_template",
      subjectId: id,
      what: "template_saved",
      after: { name, version },
    });
    return done({ version, isNew: true });
  });
}
