import { calendarType, nightCalendar } from "#ticketing/delivery/night-calendar.ts";
import { findPrintableTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/ticket-calendar-route.ts";
import { privateFile } from "./private-file.server.ts";

/** The nights of a ticket as a calendar file. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  if (visitor.kind === "anonymous") return new Response(null, { status: 401 });
  const site = context.get(siteContext);
  const tickets = await findPrintableTickets(site, visitor, params.id, "seat");
  const [first] = tickets ?? [];
  if (!tickets || !first) return new Response(null, { status: 404 });
  return privateFile(nightCalendar(tickets, site.origin, site.now()), calendarType, {
    name: `${first.label}.ics`,
  });
}
