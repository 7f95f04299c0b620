import type { Actor } from "#platform/database/database-roles.ts";
import { readClub } from "#ticketing/delivery/club-queries.server.ts";
import { printHere } from "#ticketing/delivery/pdf-renderer.server.ts";
import { findPrintableTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Route } from "./+types/ticket-pdf-route.ts";
import { privateFile } from "./private-file.server.ts";

/** The printed ticket, for its owner only; of a pass, every night that still admits. One at a time for each account. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  if (visitor.kind === "anonymous") return new Response(null, { status: 401 });
  const site = context.get(siteContext);
  const printed = await site.printTurns.take(visitor.userId, () => printTicket(site, visitor, params.id));
  if (printed === "too_many")
    return new Response(shownTicketTexts.pdfBusy, {
      status: 429,
      headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "5" },
    });
  return printed.made ?? new Response(null, { status: 404 });
}

async function printTicket(site: SiteServices, actor: Actor, id: string): Promise<Response | undefined> {
  const tickets = await findPrintableTickets(site, actor, id);
  const [first] = tickets ?? [];
  if (!tickets || !first) return undefined;
  const club = await site.database.readAs(actor, readClub);
  const print = site.pdfRenderer?.print ?? printHere;
  const { pdf } = await print({ qr: first.code.qr, tickets, club });
  return privateFile(new Uint8Array(pdf), "application/pdf", { name: `${first.label}.pdf` });
}
