import { isRouteErrorResponse } from "react-router";
import { eventPeriods, usualPeriod } from "#ticketing/events/event.ts";
import { findNearName, searchEvents } from "#ticketing/events/event-list-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/events-route.ts";
import { eventCardView } from "./card-views.server.ts";
import { EventsPage } from "./events-page.tsx";
import { LoadFailedPage } from "./lost-pages.tsx";
import { headTags } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";

const pageSize = 12;
const lastPage = 10_000;
const longestSearch = 100;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? headTags(loaderData.head, matches) : [{ title: pageTitle(matches, publicTexts.eventsTitle) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const reader = site.database.anonymous;
  const query = new URL(request.url).searchParams;
  const search = (query.get("q") ?? "").replaceAll("\0", "").trim().slice(0, longestSearch);
  const period = eventPeriods.find((known) => known === query.get("period")) ?? usualPeriod(search);
  const withUnavailable = query.get("unavailable") === "1";
  const page = Math.min(lastPage, Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1));
  const found = await searchEvents(reader, {
    text: search,
    period,
    withUnavailable,
    limit: pageSize,
    page,
  });
  const isNothing = found.events.length + found.artists.length + found.unavailable === 0;
  const view = {
    // the most similar name, when a search found nothing
    meant: search !== "" && page === 1 && isNothing ? await findNearName(reader, search) : null,
    filters: { search, period, unavailable: withUnavailable ? ("shown" as const) : ("hidden" as const) },
    events: found.events.map(eventCardView),
    until: found.until,
    page,
    more: found.more,
    artists: [...found.artists],
    unavailableCount: found.unavailable,
    anyUpcoming: found.anyUpcoming ? ("some" as const) : ("none" as const),
  };
  const head = siteHead(site.origin, {
    path: page > 1 ? `/events?page=${page}` : "/events",
    title: publicTexts.eventsTitle,
    description: publicTexts.eventsSubtitle,
  });
  return { view, head };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) throw error;
  return <LoadFailedPage sentence={publicTexts.eventsFailed} />;
}

export default function Events({ loaderData }: Route.ComponentProps) {
  return <EventsPage view={loaderData.view} />;
}
