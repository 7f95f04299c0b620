import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { resumeMail } from "./letter-queue.server.ts";

/** Lets letters leave again after the mail server refused our password. Safe to repeat. */
export async function resumeLetters(
  services: Services,
  { actor }: { readonly actor: Actor },
): Promise<Outcome<null, "not_allowed">> {
  if (!mayDo(actor, "resume-letters")) return refused("not_allowed");
  return services.database.withActor(actor, async (sql) => {
    await resumeMail(sql);
    await sql.$client.query(
      "INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES ($1, 'admin', 'mail', $2, 'letters_resumed')",
      [actor.userId, newId()],
    );
    return done(null);
  });
}
