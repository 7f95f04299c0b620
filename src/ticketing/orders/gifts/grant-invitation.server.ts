import { canonicalEmail } from "#kernel/email-address.ts";
import { isUuid, newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { personName } from "#kernel/person-name.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { byStart, isOver } from "#ticketing/events/night-time.ts";
import { isTooNewFor } from "#ticketing/events/older-build.ts";
import { readOlderBuild } from "#ticketing/events/older-build-queries.server.ts";
import { stoppedFor } from "#ticketing/events/stop.ts";
import { isForAccounts } from "#ticketing/events/type-family.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import type { SellableType } from "#ticketing/orders/checkout/sellable-type.ts";
import { lockHolder } from "#ticketing/people/holder-locks.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { belongsToMailbox, findAccountOf } from "#ticketing/people/person-queries.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { takesOf } from "#ticketing/stock/stock.ts";
import { decrementTicketQuantity } from "./decrement-ticket-quantity.server.ts";
import { giveOrder } from "./gift-store.server.ts";

type InvitationRequest = {
  readonly actor: Actor;
  /** The receiver's address. If no account has it, a guest with `name` is created. */
  readonly email: string;
  readonly name?: string;
  readonly ticketTypeId: string;
  /** The night, for a type that admits to one of several; null takes the type's next night. */
  readonly eventId: string | null;
  readonly quantity: number;
  /** The reason. The journal records it with the name of the giver. */
  readonly because: string;
  /** One key per form: an invitation sent twice is given once. */
  readonly requestKey: string | null;
};

type InvitationRefusal =
  | NotAllowed
  /** No account has this address, and no name for a guest was given. */
  | { readonly reason: "no_account" }
  /** For a guest: the text is no email address, or no name. */
  | { readonly reason: "bad_address" | "bad_name" }
  /** The ticket is for accounts only, and none has this address. */
  | { readonly reason: "account_needed" }
  | { readonly reason: "unknown_ticket_type" }
  /** All its nights are over, or not published yet. */
  | { readonly reason: "past" }
  /** One of its nights, or the whole site, is read-only (Opriri). */
  | { readonly reason: "read_only" }
  | { readonly reason: "no_reason_given" }
  | { readonly reason: "bad_quantity" }
  /** More people than one order may admit. */
  | { readonly reason: "too_many_people" }
  /** The type has a ticket for each person, and a version of the program without order lines still runs. */
  | { readonly reason: "older_build_runs" }
  | { readonly reason: "not_enough"; readonly available: number };

type Offer = Pick<SellableType, "title" | "entries" | "family" | "codePer" | "poolId"> & {
  events: Uuid[];
  isReadOnly: boolean;
};

/**
 * Gives tickets away: an order of 0 lei without the card provider, with tickets, email and stock like any other. The
 * journal records the giver and the reason. Tickets are free only by this or by a voucher of 100 %.
 */
export async function grantInvitation(
  services: Services,
  request: InvitationRequest,
): Promise<Outcome<{ orderId: Uuid }, InvitationRefusal>> {
  const { actor, quantity, because } = request;
  if (!mayDo(actor, "grant-invitation")) return refused(notAllowed);
  if (because.trim().length < 3) return refused({ reason: "no_reason_given" });
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > limits.quantity)
    return refused({ reason: "bad_quantity" });
  if (!isUuid(request.ticketTypeId)) return refused({ reason: "unknown_ticket_type" });
  const receiver = await findReceiver(services, request);
  if (!receiver.ok) return receiver;
  const userId = receiver.value;
  return services.database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "grant-invitation"))) return refused(notAllowed);
    const offer = await findOffer(sql, request);
    if (!offer) return refused({ reason: "unknown_ticket_type" });
    const [scope] = offer.events;
    if (!scope) return refused({ reason: "past" });
    if (quantity * offer.entries > limits.peoplePerOrder) return refused({ reason: "too_many_people" });
    const { ticketTypeId, requestKey } = request;
    const invitedTickets = { ...offer, ticketTypeId, eventIds: offer.events, quantity };
    await lockCounters(sql, takesOf([invitedTickets]).keys());
    // Under the lock, so that a form sent twice at once finds the invitation that it already made.
    const existingOrderId = await findOrderOfForm(sql, request);
    if (existingOrderId) return done({ orderId: existingOrderId });
    if (!(await lockHolder(sql, userId))) return refused({ reason: "no_account" });
    // a night may have been moved or cancelled while this waited for the counters
    const offerNow = await findOffer(sql, request);
    if (offerNow?.events.join() !== offer.events.join()) return refused({ reason: "past" });
    if (offer.isReadOnly) return refused({ reason: "read_only" });
    if (isTooNewFor(await readOlderBuild(sql), [{ ...offer, phases: [] }]))
      return refused({ reason: "older_build_runs" });
    const stockChange = await decrementTicketQuantity(sql, invitedTickets);
    if (!stockChange.ok) return stockChange;
    const orderId = newId();
    const scopeId = offer.family === "ordinary" ? scope : ticketTypeId;
    const freeOfCharge = { price: 0, priceId: null, isTest: false };
    await giveOrder(
      sql,
      { ...invitedTickets, ...freeOfCharge, orderId, userId, scopeId, requestKey },
      actor,
      because.trim(),
    );
    await faultPoint("invitation.written");
    return done({ orderId });
  });
}

/**
 * The account that has proven this address, else a new guest, who is deleted later when nothing was given. No guest is made
 * for a ticket that only accounts may have.
 */
async function findReceiver(
  services: Services,
  request: InvitationRequest,
): Promise<Outcome<Uuid, InvitationRefusal>> {
  const { email, name = "" } = request;
  const address = canonicalEmail(email);
  const account =
    address && (await services.database.withDuty("identity", (sql) => findAccountOf(sql, address)));
  if (account) return done(account);
  const offer = await services.database.withDuty("settle", (sql) => findOffer(sql, request));
  if (offer && isForAccounts(offer.family)) return refused({ reason: "account_needed" });
  if (name.trim() === "") return refused({ reason: "no_account" });
  if (address === undefined) return refused({ reason: "bad_address" });
  const fullName = personName(name);
  if (!fullName || fullName.length > lengths.personName) return refused({ reason: "bad_name" });
  const { userId } = await makeGuest(services, { email: address, fullName, phone: null });
  return done(userId);
}

async function findOffer(sql: Sql, { ticketTypeId, eventId }: InvitationRequest): Promise<Offer | undefined> {
  // An ordinary ticket admits to one night: the chosen one, else the type's next.
  const { rows } = await sql.query<Offer>(
    `SELECT o.*, ${stoppedFor(["read_only"], "o.events")} AS "isReadOnly" FROM (
       SELECT t.type AS title, t.entries, t.family, t.code_per AS "codePer", t.pool_id AS "poolId", ARRAY(
         SELECT e.id FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = t.id AND NOT ${isOver("e")} AND e.cancelled_at IS NULL AND is_published(e.publish_at)
           AND (t.family <> 'ordinary' OR $2::uuid IS NULL OR e.id = $2) ORDER BY ${byStart("e")} LIMIT CASE t.family WHEN 'ordinary' THEN 1 END) AS events
       FROM tickets t WHERE t.id = $1 AND t.archived_at IS NULL AND t.admits) o`,
    [ticketTypeId, isUuid(eventId) ? eventId : null],
  );
  return rows[0];
}

/** The order that this form already made. It is searched by address, because each sending made a new guest. */
async function findOrderOfForm(
  sql: Sql,
  { email, requestKey }: InvitationRequest,
): Promise<Uuid | undefined> {
  if (requestKey === null) return undefined;
  const { rows } = await sql.query<{ id: Uuid }>(
    `SELECT id FROM orders WHERE request_key = $2
       AND user_id IN (SELECT p.id FROM profiles p WHERE ${belongsToMailbox("p", "mailbox_key($1)")} AND p.contact = $1::citext)`,
    [email.trim(), requestKey],
  );
  return rows[0]?.id;
}
