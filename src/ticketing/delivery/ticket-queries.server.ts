import { isUuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { picture } from "#ticketing/pictures/picture-queries.server.ts";
import type { CodedTicket, TicketCode, TicketFacts } from "./ticket-facts.ts";
import { codeTicket } from "./ticket-signature.server.ts";

type TicketServices = Pick<Services, "database"> & { readonly keys: SigningKeys };

/** A ticket as its owner sees it; a ticket that no longer admits has no code. */
export type SeenTicket = TicketFacts & { readonly code: TicketCode | null };

const select = `
  SELECT p.id AS "purchaseId", p.order_id AS "orderId", o.number::float8 AS "orderNumber", o.paid_at AS "paidAt", p.user_id AS "userId",
    p.event_id AS "eventId", e.title AS "eventTitle", e.date::text AS "eventDate", e.time::text AS "eventTime", e.location, e.light,
    e.cancelled_at IS NOT NULL AS "isCancelled", t.type AS "typeName", o.family, p.quantity, p.entries_total AS "entriesTotal",
    p.entries_remaining AS "entriesRemaining", p.total_price::float8 AS "totalPrice", p.ticket_code AS label,
    p.secret_version AS "secretVersion", p.holder_name AS "holderName", p.status, p.is_test AS "isTest",
    ${picture("e.image_url")} AS picture
  FROM ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id`;

/** Selects the tickets, with the names of the prepared statements: planning one takes longer than running it. */
const statements = {
  "ticket-itself": "p.id = $1",
  "tickets-of-owner": "p.user_id = $1 AND p.status = 'paid'",
  "tickets-of-order": "p.order_id = $1",
  "tickets-bought-with": "p.order_id = (SELECT order_id FROM ticket_purchases WHERE id = $1)",
};

/** One ticket, for its owner or an administrator; undefined for everybody else, as if it did not exist. */
export async function findTicket(
  services: TicketServices,
  actor: Actor,
  purchaseId: string,
): Promise<SeenTicket | undefined> {
  if (!isUuid(purchaseId)) return undefined;
  const [ticket] = await readAs(services, actor, "ticket-itself", purchaseId);
  return ticket && seen(services.keys, ticket);
}

/** The person's own tickets: coming nights first, soonest first, then past nights. */
export async function listOwnTickets(
  services: TicketServices,
  actor: Actor,
  today: Day,
): Promise<SeenTicket[]> {
  const tickets = await readAs(services, actor, "tickets-of-owner", actor.userId);
  const [ahead, over] = [
    tickets.filter((one) => one.eventDate >= today),
    tickets.filter((one) => one.eventDate < today),
  ];
  return [...ahead, ...over.reverse()].map((ticket) => seen(services.keys, ticket));
}

/**
 * The tickets in the PDF of a ticket: itself, or every night of its pass that still admits, in the order of the nights.
 * Undefined when it is not the actor's; empty when it no longer admits.
 */
export async function findPrintableTickets(
  services: TicketServices,
  actor: Actor,
  purchaseId: string,
): Promise<CodedTicket[] | undefined> {
  if (!isUuid(purchaseId)) return undefined;
  const tickets = await readAs(services, actor, "tickets-bought-with", purchaseId);
  if (tickets.length === 0) return undefined;
  return coded(services.keys, tickets);
}

/** The tickets of an order that admit, in the order of the nights; within a duty's transaction. */
export async function ticketsOfOrder(
  client: Sql,
  keys: SigningKeys,
  orderId: string,
): Promise<CodedTicket[]> {
  return coded(keys, await read(client, "tickets-of-order", orderId));
}

function coded(keys: SigningKeys, tickets: readonly TicketFacts[]): CodedTicket[] {
  return tickets
    .filter((ticket) => ticket.status === "paid")
    .map((ticket) => ({ ...ticket, code: codeTicket(keys, ticket) }));
}

function seen(keys: SigningKeys, ticket: TicketFacts): SeenTicket {
  return { ...ticket, code: ticket.status === "paid" ? codeTicket(keys, ticket) : null };
}

/** Gate staff see every ticket at the gate, but here only their own, like any customer. */
async function readAs(
  { database }: TicketServices,
  actor: Actor,
  which: keyof typeof statements,
  id: string,
): Promise<TicketFacts[]> {
  return database.readAs(asOwner(actor), (sql) => read(sql, which, id));
}

async function read(client: Sql, which: keyof typeof statements, id: string): Promise<TicketFacts[]> {
  const { rows } = await client.query<Omit<TicketFacts, "totalPrice"> & { totalPrice: number }>({
    name: which,
    text: `${select} WHERE ${statements[which]} ORDER BY e.date, e.time NULLS FIRST, p.id`,
    values: [id],
  });
  return rows.map((row) => ({ ...row, totalPrice: bani(row.totalPrice) }));
}
