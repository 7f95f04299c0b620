import { readClub } from "#ticketing/delivery/club-queries.server.ts";
import { ticketPdf } from "#ticketing/delivery/ticket-pdf.server.ts";
import { findPrintableTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/ticket-pdf-route.ts";
import { privateFile } from "./private-file.server.ts";

/** The printed ticket, for its owner only; of a pass, every night that still admits. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  if (visitor.kind === "anonymous") return new Response(null, { status: 401 });
  const site = context.get(siteContext);
  const tickets = await findPrintableTickets(site, visitor, params.id);
  const [first] = tickets ?? [];
  if (!tickets || !first) return new Response(null, { status: 404 });
  const club = await site.database.readAs(visitor, (sql) => readClub(sql.$client));
  return privateFile(new Uint8Array(await ticketPdf(tickets, club)), "application/pdf", {
    name: `${first.label}.pdf`,
  });
}
