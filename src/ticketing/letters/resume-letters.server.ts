import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { resumeMail } from "./letter-queue.server.ts";

/** Resumes sending after the mail server refused our password. Safe to repeat. */
export async function resumeLetters(
  services: Services,
  { actor }: { readonly actor: Actor },
): Promise<Outcome<null, NotAllowed>> {
  if (!mayDo(actor, "resume-letters")) return refused(notAllowed);
  return services.database.withActor(actor, async (sql) => {
    await resumeMail(sql);
    await recordChange(sql, actor, { subjectKind: "mail", subjectId: newId(), what: "letters_resumed" });
    return done(null);
  });
}
