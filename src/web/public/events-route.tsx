import { dayOf } from "#kernel/time.ts";
import { eventPeriods } from "#ticketing/events/event.ts";
import { hasUpcomingEvents, searchEvents } from "#ticketing/events/event-queries.server.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { pageFactsContext, siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/events-route.ts";
import { comingFirst, eventCardView } from "./event-views.ts";
import { EventsPage, type EventsPageView } from "./events-page.tsx";
import { publicTexts } from "./public-texts.ts";

const pageSize = 60;
const longestSearch = 100;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, publicTexts.eventsTitle) },
  { name: "description", content: publicTexts.eventsSubtitle },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const reader = site.database.anonymous.$client;
  const today = dayOf(site.now());
  const query = new URL(request.url).searchParams;
  const search = (query.get("q") ?? "").replaceAll("\0", "").trim().slice(0, longestSearch);
  const period = eventPeriods.find((known) => known === query.get("period")) ?? "all";
  const withUnavailable = query.get("unavailable") === "1";
  const found = await searchEvents(reader, { text: search, period, withUnavailable, today, limit: pageSize });
  for (const event of found.events) context.get(pageFactsContext).subjects.add(`event:${event.id}`);
  const view: EventsPageView = {
    filters: { search, period, unavailable: withUnavailable ? "shown" : "hidden" },
    events: comingFirst(found.events.map((event) => eventCardView(event, today))),
    unavailableCount: found.unavailable,
    anyUpcoming: found.events.length > 0 || (await hasUpcomingEvents(reader, today)) ? "some" : "none",
  };
  return { view };
}

export default function Events({ loaderData }: Route.ComponentProps) {
  return <EventsPage view={loaderData.view} />;
}
