import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";

export type RetryLetterRefusal =
  /** Only administrators see the outbox. */
  | { readonly reason: "not_allowed" }
  /** No such letter, or it is not dead or bounced. */
  | { readonly reason: "not_waiting_for_help" }
  /** Its link was a secret that is gone; the person asks for a new one. */
  | { readonly reason: "link_gone" };

const withSecretLink = [
  "confirm_address",
  "reset_password",
  "address_known",
  "password_changed",
  "one_time_code",
  "newsletter_confirm",
  "newsletter_welcome",
];

/** Puts a letter that was given up back into the queue, with all its tries. */
export async function retryLetter(
  services: Services,
  request: { readonly actor: Actor; readonly letterId: string },
): Promise<Outcome<{ letterId: string }, RetryLetterRefusal>> {
  const { actor, letterId } = request;
  if (actor.role !== "admin") return refused({ reason: "not_allowed" });
  if (!isUuid(letterId)) return refused({ reason: "not_waiting_for_help" });
  return services.database.withDuty("deliver", async (sql) => {
    const { rows } = await sql.$client.query<{ kind: string }>(
      "SELECT kind FROM letters WHERE id = $1 AND state IN ('dead', 'bounced') AND recipient <> '' FOR UPDATE",
      [letterId],
    );
    const [letter] = rows;
    if (!letter) return refused({ reason: "not_waiting_for_help" });
    if (withSecretLink.includes(letter.kind)) return refused({ reason: "link_gone" });
    await sql.$client.query(
      "UPDATE letters SET state = 'queued', attempts = 0, interruptions = 0, next_at = now(), last_error = NULL, tries = tries || jsonb_build_object('at', now(), 'what', 'retried', 'reason', '', 'minutes', 0) WHERE id = $1",
      [letterId],
    );
    await sql.$client.query(
      "INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES ($1, 'admin', 'letter', $2, 'letter_retried')",
      [actor.userId, letterId],
    );
    return done({ letterId });
  });
}
