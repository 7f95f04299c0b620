import { isUuid, newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { entryTime } from "./admission.ts";

export type ReissuedTicket = {
  /** The new code, to be shown at once. */
  readonly qr: string;
  readonly entriesLeft: number;
  /** The address that it was also sent to; null for a holder without an address. */
  readonly sentTo: string | null;
};

export type ReissueRefusal =
  | NotAllowed
  | typeof missing
  /** The ticket or its night has ended, or the ticket is suspended. */
  | { readonly reason: "not_valid" }
  /** Nobody is let in on the ticket now, so its code is not needed at the door. */
  | { readonly reason: "not_now" };

/**
 * Makes a new code, while people are let in, for a ticket of this night whose holder has lost the old one. From that commit on, the old code is
 * answered as replaced. The new one is shown to the chief and sent to the holder's address. Entries do not change.
 * The caller has asked for the password again.
 */
export async function reissueTicket(
  { database, keys }: Pick<Services, "database"> & { readonly keys: SigningKeys },
  { actor, eventId, purchaseId }: ReissueRequest,
): Promise<Outcome<ReissuedTicket, ReissueRefusal>> {
  if (!isUuid(purchaseId)) return refused(missing);
  return database.withDuty("deliver", async (sql) => {
    if (!(await mayStillDo(sql, actor, "reissue-ticket"))) return refused(notAllowed);
    const ticket = await lockTicket(sql, purchaseId, eventId);
    if (!ticket) return refused(missing);
    if (!ticket.isValid) return refused({ reason: "not_valid" });
    if (entryTime(ticket, ticket.enterUntil, ticket.now) !== "now") return refused({ reason: "not_now" });
    await sql.query("UPDATE ticket_purchases SET secret_version = secret_version + 1 WHERE id = $1", [
      purchaseId,
    ]);
    await recordChange(sql, actor, {
      subjectKind: "order",
      subjectId: ticket.orderId,
      what: "ticket_reissued",
      after: { purchaseId },
    });
    if (ticket.contact)
      await enqueueLetter(sql, {
        kind: ticket.family === "ordinary" ? "ticket_confirmation" : "season_pass_confirmation",
        dedupeKey: `reissue:${newId()}`,
        recipient: ticket.contact,
        userId: ticket.userId,
        orderId: ticket.orderId,
        purchaseId,
      });
    const orderTickets = await ticketsOfOrder(sql, keys, ticket.orderId);
    const qr = orderTickets.find((one) => one.purchaseId === purchaseId)?.code.qr;
    if (qr === undefined) throw new Error("a valid ticket has a code");
    return done({ qr, entriesLeft: ticket.entriesLeft, sentTo: ticket.contact });
  });
}

type ReissueRequest = { readonly actor: Actor; readonly eventId: Uuid; readonly purchaseId: string };

type LockedTicket = Parameters<typeof entryTime>[0] & {
  readonly enterUntil: Parameters<typeof entryTime>[1];
  readonly now: Date;
  readonly orderId: Uuid;
  readonly userId: Uuid;
  readonly contact: string | null;
  readonly family: string;
  readonly entriesLeft: number;
  readonly isValid: boolean;
};

async function lockTicket(sql: Sql, id: Uuid, eventId: Uuid): Promise<LockedTicket | undefined> {
  const { rows } = await sql.query<LockedTicket>(
    `SELECT p.order_id AS "orderId", p.user_id AS "userId", u.contact::text AS contact, o.family, p.entries_remaining AS "entriesLeft",
       p.status = 'paid' AND p.suspended IS NULL AND p.share_returned_at IS NULL AND e.cancelled_at IS NULL AS "isValid",
       to_char(t.enter_until, 'HH24:MI') AS "enterUntil", e.date::text AS date, to_char(e.doors, 'HH24:MI') AS doors, to_char(e.time, 'HH24:MI') AS time, now() AS now
     FROM ticket_purchases p LEFT JOIN tickets t ON t.id = p.ticket_type_id JOIN orders o ON o.id = p.order_id JOIN profiles u ON u.id = p.user_id JOIN events e ON e.id = p.event_id WHERE p.id = $1 AND p.event_id = $2 FOR UPDATE OF p`,
    [id, eventId],
  );
  return rows[0];
}
