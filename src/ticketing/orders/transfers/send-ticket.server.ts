import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { mayReachMailbox } from "#platform/identity/limits/mailbox-budget.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { journalSql } from "#ticketing/journal/record-change.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { limits } from "#ticketing/limits.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { isProven } from "#ticketing/people/person-queries.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { type WhyNotSent, whyNotSent } from "./transfer.ts";
import {
  countTicketEmails,
  countTicketLinks,
  endTransfer,
  lockNightsOfSeat,
  type SeatId,
  seatOfPurchase,
  transfersOfSeat,
} from "./transfer-store.server.ts";

export type SendTicketRequest = {
  readonly actor: Actor;
  readonly purchaseId: string;
  /** The friend's name, as the sender typed it. */
  readonly name: string | null;
  /** The address that gets the link, in its canonical spelling; null when the sender passes the link on. */
  readonly email: string | null;
};

/** The result of sending. The link is shown only once: nobody can read it again, not even this program. */
export type SentTicket =
  | { readonly by: "link"; readonly link: string }
  | { readonly by: "email"; readonly recipient: string };

export type SendTicketRefusal =
  /** The ticket does not exist or is somebody else's. */
  | { readonly reason: "not_found" }
  | { readonly reason: WhyNotSent }
  /** For email only: the sender has not proven the own address. */
  | { readonly reason: "unproven" }
  /** For email only: the address is the sender's own. */
  | { readonly reason: "own_address" }
  /** For email only: `limits.ticketEmailsPerAccountAndDay` emails were sent already. */
  | { readonly reason: "too_many_emails" }
  /** For a link only: this person made `limits.ticketLinksPerSeatAndDay` links to the seat already. */
  | { readonly reason: "too_many_links" }
  /** For email only: the friend's mailbox got its limit of emails today that its owner did not ask for. */
  | { readonly reason: "mailbox_had_enough" };

/**
 * Offers a seat to a friend. Anybody with the link may accept it (`acceptTicket`) until the doors open; until it is
 * accepted, the sender's ticket stays valid. An earlier waiting link stops working. Sending to the same address again
 * while its email waits changes nothing. The email contains no words of the sender except the first name.
 */
export async function sendTicket(
  services: Services,
  { actor, purchaseId, name, email }: SendTicketRequest,
): Promise<Outcome<SentTicket, SendTicketRefusal>> {
  if (!isUuid(purchaseId) || !mayDo(actor, "send-ticket")) return refused({ reason: "not_found" });
  const ownAddress = email === null ? undefined : await provenAddress(services, actor);
  if (email !== null && ownAddress === undefined) return refused({ reason: "unproven" });
  if (email !== null && email === ownAddress) return refused({ reason: "own_address" });
  const secret = newSecretToken();
  const link = `${services.origin}/primeste?token=${encodeURIComponent(secret)}`;
  return services.database.withDuty("settle", async (sql) => {
    const seat = await seatOfPurchase(sql, purchaseId);
    const order = seat && (await lockOrder(sql, seat.orderId));
    if (!order) return refused({ reason: "not_found" });
    const nights = await lockNightsOfSeat(sql, seat);
    if (nights.some(({ userId }) => userId !== actor.userId)) return refused({ reason: "not_found" });
    const { waiting, sent } = await transfersOfSeat(sql, seat);
    const reason = whyNotSent(nights, { sent, now: nights[0]?.now ?? services.now() });
    if (reason) return refused({ reason });
    if (email !== null) {
      if (waiting?.recipient === email) return done<SentTicket>({ by: "email", recipient: email });
      if ((await countTicketEmails(sql, actor.userId)) >= limits.ticketEmailsPerAccountAndDay)
        return refused({ reason: "too_many_emails" });
      if (!(await mayReachMailbox(services.database.identity, { email, isFound: true }, "anybody")))
        return refused({ reason: "mailbox_had_enough" });
    } else if ((await countTicketLinks(sql, actor.userId, seat)) >= limits.ticketLinksPerSeatAndDay)
      return refused({ reason: "too_many_links" });
    if (waiting) await endTransfer(sql, waiting.id, "taken_back");
    await writeTransfer(sql, { seat, actor, name, email, secret, link });
    const sentBy: SentTicket = email === null ? { by: "link", link } : { by: "email", recipient: email };
    return done(sentBy);
  });
}

/** Whether this person may send tickets by email: the own address must be proven. */
export async function maySendByEmail(services: Services, actor: Actor): Promise<boolean> {
  return (await provenAddress(services, actor)) !== undefined;
}

/** The sender's address, if it is proven. Only the database role `seller` may read that. */
async function provenAddress({ database }: Services, { userId }: Actor): Promise<string | undefined> {
  return database.withDuty("sell", async (sql) => {
    const { rows } = await sql.query<{ email: string }>({
      name: "proven-address",
      text: `SELECT lower(p.contact::text) AS email FROM profiles p WHERE p.id = $1 AND ${isProven("p")}`,
      values: [userId],
    });
    return rows[0]?.email;
  });
}

type NewTransfer = {
  readonly seat: SeatId;
  readonly actor: Actor;
  readonly name: string | null;
  readonly email: string | null;
  readonly secret: string;
  readonly link: string;
};

async function writeTransfer(
  sql: Sql,
  { seat, actor, name, email, secret, link }: NewTransfer,
): Promise<void> {
  const id = newId();
  const by = email === null ? "link" : "email";
  await sql.query({
    name: "begin-transfer",
    text: `WITH begun AS (
             INSERT INTO transfers (id, order_id, line_no, seat_no, from_id, secret_hash, by, name, recipient) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))
           ${journalSql("$5::uuid, 'customer', 'order', $2::uuid, 'ticket_sent', NULL, jsonb_build_object('line', $3::int, 'seat', $4::int, 'by', $7::text)")}`,
    values: [id, seat.orderId, seat.lineNo, seat.seatNo, actor.userId, hashOfToken(secret), by, name, email],
  });
  if (email !== null)
    await enqueueLetter(sql, {
      kind: "ticket_for_you",
      dedupeKey: `transfer:${id}`,
      recipient: email,
      variables: { transfer: id, action_url: link },
    });
}
