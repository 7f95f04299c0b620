import type { Services } from "#platform/services.ts";
import { builtInTemplates } from "../letter-template.ts";
import { defaultTemplateChoice } from "./template-choice.ts";
import { readFrame } from "./template-queries.server.ts";
import { insertTemplate, lockTemplates } from "./template-store.server.ts";

/**
 * Adds the program's own templates to a new installation, once: a deleted template stays deleted, because its
 * versions are still there. Called at every start, by any number of processes.
 */
export async function provideTemplates(services: Services): Promise<void> {
  await services.database.withDuty("deliver", async (sql) => {
    const isThere = async () =>
      (await sql.query("SELECT FROM email_template_versions LIMIT 1")).rows.length > 0;
    if (await isThere()) return;
    await lockTemplates(sql);
    if (await isThere()) return;
    const frame = await readFrame(sql, services);
    for (const name of Object.values(defaultTemplateChoice) as (keyof typeof builtInTemplates)[])
      await insertTemplate(sql, {
        name,
        ...builtInTemplates[name](frame),
        authorId: null,
        source: "program",
      });
  });
}
