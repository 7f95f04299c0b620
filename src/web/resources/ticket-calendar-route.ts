import { calendarType, nightCalendar } from "#ticketing/delivery/night-calendar.ts";
import { findPrintableTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { privateFile, refusalOfOtherSite } from "#web/request/private-file.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { readClubAddress } from "#web/request/site-content.server.ts";
import { mayView, viewerOfFile } from "#web/request/ticket-viewer.server.ts";
import type { Route } from "./+types/ticket-calendar-route.ts";

/** The nights of a ticket as a calendar file. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const refusal = refusalOfOtherSite(request);
  if (refusal) return refusal;
  const site = context.get(siteContext);
  const viewer = await viewerOfFile(site, context.get(visitorContext), request);
  if (!viewer) return new Response(null, { status: 401 });
  const tickets = await findPrintableTickets(site, viewer, params.id, "seat");
  const [first] = tickets ?? [];
  if (!tickets || !first || !mayView(viewer, first)) return new Response(null, { status: 404 });
  const clubAddress = await readClubAddress(context);
  const calendar = nightCalendar(tickets, { origin: site.origin, now: site.now(), clubAddress });
  return privateFile(calendar, calendarType(), `${first.label}.ics`);
}
