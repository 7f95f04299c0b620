import type { Context } from "hono";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { listOwnCodes, type SeenTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { findCallerSession } from "./caller-session.ts";

/** The tickets that the caller holds, a row for each code; one that ended or is suspended has nothing that admits. */
export async function answerMyTickets(site: SiteServices, c: Context): Promise<Response> {
  c.header("cache-control", "private, no-store");
  const caller = await findCallerSession(site, c.req.raw);
  const session = caller.ok ? await findSession(site.identity, caller.value) : undefined;
  if (!session) return c.json({ error: requestTexts.signIn }, 401);
  return c.json((await listOwnCodes(site, session)).map(ticketRow));
}

/** Price in bani. Number of the order, place among its tickets and price are its buyer's alone. */
function ticketRow(ticket: SeenTicket) {
  return {
    order_id: ticket.orderId,
    order_number: ticket.orderNumber,
    event_id: ticket.eventId,
    event: ticket.eventTitle,
    date: ticket.eventDate,
    ticket_type: ticket.typeName,
    seat: ticket.position?.no ?? null,
    ticket_code: ticket.label,
    check_group: ticket.code?.group ?? null,
    qr: ticket.code?.qr ?? null,
    entries_total: ticket.entriesTotal,
    entries_remaining: ticket.entriesRemaining,
    status: ticket.suspended ? "suspended" : ticket.status,
    holder_name: ticket.holderName,
    price: ticket.totalPrice,
  };
}
