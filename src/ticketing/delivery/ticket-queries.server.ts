import { isUuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { withoutDomain } from "#kernel/person-name.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { movedFrom } from "#ticketing/events/moved-from.ts";
import { isOver, isTonight } from "#ticketing/events/night-time.ts";
import { isMoneyKept } from "#ticketing/orders/cancelled-nights/cancelled-night-tables.server.ts";
import { familyOfLabel } from "#ticketing/orders/ticket-label.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { pictureWithoutTitle } from "#ticketing/pictures/picture-queries.server.ts";
import { type CodedTicket, type TicketCode, type TicketFacts, whyNoEntry } from "./ticket-facts.ts";
import { codeTicket } from "./ticket-signature.server.ts";

type TicketServices = Pick<Services, "database"> & { readonly keys: SigningKeys };

/** A ticket as its holder sees it. `code` is null when it does not admit at the moment. */
export type SeenTicket = TicketFacts & { readonly code: TicketCode | null };

/**
 * SQL: the position of ticket `p` among its order's tickets for the same night, as a `TicketPosition`; null for an
 * add-on. Ended tickets keep their position, so that printed ones stay true.
 */
export const seatsOfNight = `(SELECT json_build_object('no', count(*) FILTER (WHERE (s.line_no, s.seat_no) <= (p.line_no, p.seat_no)), 'of', count(*))
      FROM ticket_purchases s WHERE s.order_id = p.order_id AND s.event_id = p.event_id AND s.places > 0 HAVING p.places > 0)`;

/** SQL: whether the holder of `p` bought it. A holder who received it is told nothing about its order `o`. */
const isBuyers = "o.user_id = p.user_id";

/**
 * SQL: the same position, for the buyer. It also counts seats that friends accepted, which only `transfers` shows.
 */
const seatsOfBuyer = `(SELECT json_build_object('no', count(*) FILTER (WHERE (s.line_no, s.seat_no) <= (p.line_no, p.seat_no)), 'of', count(*)) FROM (
      SELECT line_no, seat_no FROM ticket_purchases WHERE order_id = p.order_id AND event_id = p.event_id AND places > 0
      UNION SELECT line_no, seat_no FROM transfers WHERE order_id = p.order_id AND from_id = o.user_id AND state = 'accepted') s HAVING p.places > 0)`;

/** SQL: whether row `p` admits fewer people than its type `t`. */
export const isSplit = (p: string, t: string) => `(${p}.places > 0 AND ${p}.entries_total < ${t}.entries)`;

const select = `
  SELECT p.id AS "purchaseId", p.order_id AS "orderId", CASE WHEN ${isBuyers} THEN o.number::float8 END AS "orderNumber", CASE WHEN ${isBuyers} THEN o.paid_at END AS "paidAt", p.user_id AS "userId",
    p.line_no AS "lineNo", p.seat_no AS "seatNo", CASE WHEN ${isBuyers} THEN ${seatsOfBuyer} END AS position,
    p.event_id AS "eventId", e.slug AS "eventSlug", e.title AS "eventTitle", e.date::text AS "eventDate", e.time::text AS "eventTime", to_char(e.ends, 'HH24:MI') AS "eventEnds", ${isOver("e")} AS "isOver", ${isTonight("e")} AND NOT ${isOver("e")} AS "isTonight", to_char(e.doors, 'HH24:MI') AS "eventDoors", e.minimum_age AS "minimumAge", e.location, e.address, e.light,
    e.cancelled_at IS NOT NULL AS "isCancelled", ${isMoneyKept} AS "isMoneyKept", p.share_returned_at IS NOT NULL AS "isShareReturned", ${movedFrom} AS moved, t.type AS "typeName", to_char(t.enter_until, 'HH24:MI') AS "enterUntil", p.quantity, p.places = 0 AS "isAddOn", p.entries_total AS "entriesTotal", ${isSplit("p", "t")} AS "isSplit",
    p.entries_remaining AS "entriesRemaining", CASE WHEN ${isBuyers} THEN p.total_price::float8 END AS "totalPrice", p.ticket_code AS label,
    p.secret_version AS "secretVersion", p.holder_name AS "holderName", p.status, p.suspended, p.is_test AS "isTest",
    ${pictureWithoutTitle("e.image_url")} AS picture
  FROM ticket_purchases p LEFT JOIN orders o ON o.id = p.order_id JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id`;

/** Conditions by the name of their prepared statement: planning one takes longer than running it. */
const statements = {
  "ticket-itself": "p.id = $1",
  "tickets-of-owner": "p.user_id = $1 AND p.status = 'paid'",
  "codes-of-holder": "p.user_id = $1",
  "tickets-of-order": "p.order_id = $1",
  "tickets-bought-with": "p.order_id = (SELECT order_id FROM ticket_purchases WHERE id = $1)",
  "tickets-of-seat":
    "(p.order_id, p.line_no, p.seat_no) = (SELECT order_id, line_no, seat_no FROM ticket_purchases WHERE id = $1)",
};

/** One ticket, for its holder; undefined for everybody else, as if it did not exist. */
export async function findTicket(
  services: TicketServices,
  actor: Actor,
  purchaseId: string,
): Promise<SeenTicket | undefined> {
  if (!isUuid(purchaseId)) return undefined;
  const [ticket] = await readTicketsAs(services, actor, "ticket-itself", purchaseId);
  return ticket && seenTicket(services.keys, ticket);
}

/** The person's own tickets: running and coming nights first, soonest first; then past nights, latest first. */
export async function listOwnTickets(services: TicketServices, actor: Actor): Promise<SeenTicket[]> {
  const tickets = await readTicketsAs(services, actor, "tickets-of-owner", actor.userId);
  const [ahead, over] = [tickets.filter((one) => !one.isOver), tickets.filter((one) => one.isOver)];
  // a stable sort, so that tickets of one night keep their order
  const latestFirst = over.toSorted((a, b) => b.eventDate.localeCompare(a.eventDate));
  return [...ahead, ...latestFirst].map((ticket) => seenTicket(services.keys, ticket));
}

/** Whether the transaction's person has a ticket for tonight. */
export async function hasTicketForTonight(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query({
    name: "ticket-for-tonight",
    text: `SELECT FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE p.user_id = NULLIF(current_setting('app.user_id', true), '')::uuid AND p.status = 'paid'
             AND ${isTonight("e")} AND NOT ${isOver("e")} AND e.cancelled_at IS NULL LIMIT 1`,
  });
  return rows.length > 0;
}

/** Every code that the person holds or held, in the order of the nights, ended ones included. */
export async function listOwnCodes(services: TicketServices, actor: Actor): Promise<SeenTicket[]> {
  const tickets = await readTicketsAs(services, actor, "codes-of-holder", actor.userId);
  return tickets.map((ticket) => seenTicket(services.keys, ticket));
}

/** The tickets to print: one with all its nights (`seat`), or all that the person has of the order (`order`). */
export type PrintScope = "seat" | "order";

/** The tickets for a PDF that still admit, by nights. Undefined: not the actor's; empty: none admits any more. */
export async function findPrintableTickets(
  services: TicketServices,
  actor: Actor,
  purchaseId: string,
  scope: PrintScope,
): Promise<CodedTicket[] | undefined> {
  if (!isUuid(purchaseId)) return undefined;
  const which = scope === "seat" ? "tickets-of-seat" : "tickets-bought-with";
  const tickets = await readTicketsAs(services, actor, which, purchaseId);
  if (tickets.length === 0) return undefined;
  return admittingTickets(services.keys, tickets);
}

/** The tickets of an order that admit, by night, line and seat. Runs in a duty's transaction. */
export async function ticketsOfOrder(
  client: Sql,
  keys: SigningKeys,
  orderId: string,
): Promise<CodedTicket[]> {
  return admittingTickets(keys, await readTickets(client, "tickets-of-order", orderId));
}

/** The tickets of an order that have not ended, as their holder sees them; suspended ones are included. */
export async function listTicketsOfOrder(
  services: TicketServices,
  actor: Actor,
  orderId: string,
): Promise<SeenTicket[]> {
  const tickets = await readTicketsAs(services, actor, "tickets-of-order", orderId);
  return tickets.filter(({ status }) => status === "paid").map((ticket) => seenTicket(services.keys, ticket));
}

const admits = (ticket: TicketFacts): boolean => ticket.status === "paid" && whyNoEntry(ticket) === null;

function admittingTickets(keys: SigningKeys, tickets: readonly TicketFacts[]): CodedTicket[] {
  return tickets.filter(admits).map((ticket) => ({ ...ticket, code: codeTicket(keys, ticket) }));
}

function seenTicket(keys: SigningKeys, ticket: TicketFacts): SeenTicket {
  return { ...ticket, code: admits(ticket) ? codeTicket(keys, ticket) : null };
}

/** Reads tickets as a customer: the team sees everybody's elsewhere, but here only its own. */
async function readTicketsAs(
  { database }: TicketServices,
  actor: Actor,
  which: keyof typeof statements,
  id: string,
): Promise<TicketFacts[]> {
  return database.readAs(asOwner(actor), (sql) => readTickets(sql, which, id));
}

async function readTickets(client: Sql, which: keyof typeof statements, id: string): Promise<TicketFacts[]> {
  const { rows } = await client.query<
    Omit<TicketFacts, "totalPrice" | "family"> & { totalPrice: number | null }
  >({
    name: which,
    text: `${select} WHERE ${statements[which]} ORDER BY e.starts_at, p.purchase_date, p.order_id, p.line_no, p.seat_no, p.id`,
    values: [id],
  });
  return rows.map(({ totalPrice, ...row }) => ({
    ...row,
    family: familyOfLabel(row.label),
    holderName: row.holderName && withoutDomain(row.holderName),
    totalPrice: totalPrice === null ? null : bani(totalPrice),
  }));
}
