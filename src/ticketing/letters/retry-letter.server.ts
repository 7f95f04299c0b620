import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { isPlainAddress } from "#platform/mail/mail-message.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { LetterKind } from "./letter-tables.server.ts";

export type RetryLetterRefusal =
  /** Only administrators see the outbox. */
  | NotAllowed
  /** No such email, or it is not dead or bounced. */
  | { readonly reason: "not_waiting_for_help" }
  /** The entered address is not an address. */
  | { readonly reason: "bad_address" }
  /** Its link was a secret and is deleted; the person has to request a new one. */
  | { readonly reason: "link_gone" };

/**
 * Whether an email can still be composed after it was given up: links are deleted then, because they may be secrets.
 */
export const afterTheEnd = {
  confirm_address: "link_gone",
  confirm_new_address: "link_gone",
  address_change_asked: "link_gone",
  address_known: "link_gone",
  reset_password: "link_gone",
  password_changed: "link_gone",
  address_changed: "link_gone",
  factor_added: "link_gone",
  factor_removed: "link_gone",
  recovery_codes_renewed: "link_gone",
  recovery_code_used: "link_gone",
  passkey_added: "link_gone",
  passkey_removed: "link_gone",
  identity_linked: "link_gone",
  identity_unlinked: "link_gone",
  one_time_code: "link_gone",
  newsletter_confirm: "link_gone",
  newsletter_welcome: "link_gone",
  role_changed: "whole",
  welcome_email: "whole",
  ticket_confirmation: "whole",
  season_pass_confirmation: "whole",
  payment_returned: "whole",
  ticket_for_you: "link_gone",
  team_invitation: "link_gone",
  ticket_accepted: "whole",
  ticket_declined: "whole",
  ticket_ended: "whole",
  night_cancelled: "whole",
  night_moved: "whole",
  night_message: "whole",
} as const satisfies Record<LetterKind, "link_gone" | "whole">;

/**
 * Puts an email that was given up back into the queue, with all its tries; to another address, if one is given, for
 * this email alone. The journal records that the address changed, but not the address, which is personal.
 */
export async function retryLetter(
  services: Services,
  request: { readonly actor: Actor; readonly letterId: string; readonly otherAddress?: string | null },
): Promise<Outcome<{ letterId: string }, RetryLetterRefusal>> {
  const { actor, letterId, otherAddress = null } = request;
  if (!mayDo(actor, "retry-letter")) return refused(notAllowed);
  if (!isUuid(letterId)) return refused({ reason: "not_waiting_for_help" });
  if (otherAddress !== null && !isPlainAddress(otherAddress)) return refused({ reason: "bad_address" });
  return services.database.withDuty("deliver", async (sql) => {
    const { rows } = await sql.query<{ kind: LetterKind }>(
      "SELECT kind FROM letters WHERE id = $1 AND state IN ('dead', 'bounced') AND recipient <> '' FOR UPDATE",
      [letterId],
    );
    const [letter] = rows;
    if (!letter) return refused({ reason: "not_waiting_for_help" });
    if (afterTheEnd[letter.kind] === "link_gone") return refused({ reason: "link_gone" });
    await sql.query(
      "UPDATE letters SET state = 'queued', recipient = coalesce($2, recipient), attempts = 0, interruptions = 0, next_at = now(), last_error = NULL, tries = tries || jsonb_build_object('at', now(), 'what', 'retried', 'reason', '', 'minutes', 0) WHERE id = $1",
      [letterId, otherAddress],
    );
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
