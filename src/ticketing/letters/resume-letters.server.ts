import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { resumeMail, tryRefusedNow } from "./letter-queue.server.ts";

/** Resumes sending after the mail server refused us, refused emails included. Safe to repeat. */
export async function resumeLetters(
  services: Services,
  { actor }: { readonly actor: Actor },
): Promise<Outcome<null, NotAllowed>> {
  return services.database.withDuty("deliver", async (sql) => {
    if (!(await mayStillDo(sql, actor, "resume-letters"))) return refused(notAllowed);
    await resumeMail(sql);
    await tryRefusedNow(sql);
    await recordChange(sql, actor, { subjectKind: "mail", subjectId: newId(), what: "letters_resumed" });
    return done(null);
  });
}
