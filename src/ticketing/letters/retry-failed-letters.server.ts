import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { isOfMailbox } from "#platform/mail/mail-answers.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { queueAgain, tryRefusedNow } from "./letter-queue.server.ts";
import { hasFailed } from "./outbox-queries.server.ts";

/**
 * Puts all failed emails back into the queue with all tries left, after an outage or when the server refused us.
 * Emails that their mailbox refused, or whose link is deleted, stay failed. Refused ones that wait become due now.
 * Resolves to how many emails will be sent.
 */
export async function retryFailedLetters(
  services: Services,
  { actor }: { readonly actor: Actor },
): Promise<Outcome<{ letters: number }, NotAllowed>> {
  return services.database.withDuty("deliver", async (sql) => {
    if (!(await mayStillDo(sql, actor, "retry-failed-letters"))) return refused(notAllowed);
    const { rows } = await sql.query<{ id: string; state: string; reason: string }>(
      `SELECT id, state, coalesce(last_error, '') AS reason FROM letters l WHERE ${hasFailed} FOR UPDATE`,
    );
    const ids = rows
      .filter(({ state, reason }) => state === "dead" || !isOfMailbox(reason))
      .map(({ id }) => id);
    const letters = (await queueAgain(sql, { ids })) + (await tryRefusedNow(sql));
    const what = { subjectKind: "mail", subjectId: newId(), what: "failed_letters_retried" } as const;
    await recordChange(sql, actor, { ...what, after: { letters } });
    return done({ letters });
  });
}
