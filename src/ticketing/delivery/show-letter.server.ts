import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { afterGivingUp } from "#ticketing/letters/letter-tables.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { renderLetter } from "./compose-letter.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";
import { framedLetter } from "./templates/preview-template.server.ts";

/** An email as text for people. `html` is a whole document, for a sandboxed frame. */
export type ShownLetter = { readonly subject: string; readonly html: string };

export type ShowLetterRefusal =
  /** Only administrators see the outbox. */
  | NotAllowed
  /** There is no such email, or its content is deleted. */
  | { readonly reason: "unknown_letter" }
  /** The email holds a link that only its reader may know. */
  | { readonly reason: "secret" }
  /** The content is no longer true, for example because the tickets were refunded. */
  | { readonly reason: "void" };

const codePicture = /<img\b[^>]*\bsrc="cid:[^>]*>/g;
const withoutTokens = (text: string) => text.replace(/([?&;]token=)[\w.~%-]*/g, "$1…");

/**
 * An email as it would be composed today. Check groups and the tokens of links are left out, wherever a template puts
 * them: helping somebody with an email needs its text, not the ticket.
 */
export async function showLetter(
  services: DeliveryServices,
  { actor, letterId }: { readonly actor: Actor; readonly letterId: string },
): Promise<Outcome<ShownLetter, ShowLetterRefusal>> {
  if (!mayDo(actor, "show-letter")) return refused(notAllowed);
  if (!isUuid(letterId)) return refused({ reason: "unknown_letter" });
  // no role of the back-office may read what emails are filled with, so the duty that sends them reads it
  const letter = await services.database.readMoment("deliver", async (sql) => {
    const { rows } = await sql.query<ClaimedLetter>(
      `SELECT id, kind, recipient, user_id AS "userId", order_id AS "orderId", night_message_id AS "nightMessageId", variables, message_id AS "messageId", attempts FROM letters WHERE id = $1 AND recipient <> ''`,
      [letterId],
    );
    return rows[0];
  });
  if (!letter) return refused({ reason: "unknown_letter" });
  if (afterGivingUp[letter.kind] === "link_gone") return refused({ reason: "secret" });
  const rendered = await renderLetter(services, letter, "without groups");
  if (rendered.kind === "void") return refused({ reason: "void" });
  const subject = withoutTokens(rendered.words.subject);
  const html = withoutTokens(rendered.words.html).replace(codePicture, "");
  return done({ subject, html: framedLetter({ subject, html }) });
}
