import type { Services } from "#platform/services.ts";
import { builtInTemplates, type TemplateName } from "../letter-template.ts";
import { defaultTemplateChoice, hasFixedName } from "./template-choice.ts";
import { readFrame } from "./template-queries.server.ts";
import { insertTemplate, lockTemplates } from "./template-store.server.ts";

export const fixedTemplateNames = Object.keys(builtInTemplates).filter(hasFixedName);

/**
 * Adds the program's own templates that can be edited, each once: a deleted template stays deleted, because its
 * versions are still there. Called at every start, by any number of processes.
 */
export async function provideTemplates(services: Services): Promise<void> {
  await services.database.withDuty("deliver", async (sql) => {
    const missing = async () => {
      const { rows } = await sql.query<{ name: TemplateName }>(
        `SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS own (name, at)
         WHERE NOT EXISTS (SELECT FROM email_template_versions WHERE template_name = name) ORDER BY at`,
        [[...Object.values(defaultTemplateChoice), ...fixedTemplateNames]],
      );
      return rows;
    };
    if ((await missing()).length === 0) return;
    await lockTemplates(sql);
    const frame = await readFrame(sql, services);
    for (const { name } of await missing())
      await insertTemplate(sql, {
        name,
        ...builtInTemplates[name](frame),
        authorId: null,
        source: "program",
      });
  });
}
