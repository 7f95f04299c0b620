import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { isPlainAddress } from "#platform/mail/mail-message.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { queueAgain } from "./letter-queue.server.ts";
import { afterGivingUp, type LetterKind } from "./letter-tables.server.ts";

export type RetryLetterRefusal =
  | NotAllowed
  /** No such email, or it is not dead or bounced. */
  | { readonly reason: "not_waiting_for_help" }
  | { readonly reason: "bad_address" }
  /** Its link was a secret and is deleted, so the person has to ask for a new email. */
  | { readonly reason: "link_gone" };

/**
 * Puts a given-up email back into the queue with all tries left; if another address is given, this email goes there.
 * The journal records that the address changed, but not the address, which is personal.
 */
export async function retryLetter(
  services: Services,
  request: { readonly actor: Actor; readonly letterId: string; readonly otherAddress?: string | null },
): Promise<Outcome<{ letterId: string }, RetryLetterRefusal>> {
  const { actor, letterId, otherAddress = null } = request;
  if (!isUuid(letterId)) return refused({ reason: "not_waiting_for_help" });
  if (otherAddress !== null && !isPlainAddress(otherAddress)) return refused({ reason: "bad_address" });
  return services.database.withDuty("deliver", async (sql) => {
    if (!(await mayStillDo(sql, actor, "retry-letter"))) return refused(notAllowed);
    const { rows } = await sql.query<{ kind: LetterKind }>(
      "SELECT kind FROM letters WHERE id = $1 AND state IN ('dead', 'bounced') AND recipient <> '' FOR UPDATE",
      [letterId],
    );
    const [letter] = rows;
    if (!letter) return refused({ reason: "not_waiting_for_help" });
    if (afterGivingUp[letter.kind] === "link_gone") return refused({ reason: "link_gone" });
    await queueAgain(sql, { ids: [letterId], recipient: otherAddress });
    const after = otherAddress === null ? null : { field: "recipient" };
    await recordChange(sql, actor, {
      subjectKind: "letter",
      subjectId: letterId,
      what: "letter_retried",
      after,
    });
    return done({ letterId });
  });
}
