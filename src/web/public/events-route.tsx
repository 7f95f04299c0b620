import { useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { formatDayAndMonth } from "#kernel/time.ts";
import { eventPeriods, usualPeriod } from "#ticketing/events/event.ts";
import { findNearName, searchEvents } from "#ticketing/events/event-list-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide, noonWide, stormWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Toggle } from "#web/ui/toggle.tsx";
import type { Route } from "./+types/events-route.ts";
import { type EventCardView, eventCardView } from "./card-views.server.ts";
import { EventCard } from "./event-card.tsx";
import { boundaryOf } from "./lost-pages.tsx";
import { metaOfHead } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { OffersLink } from "./panel-links.tsx";
import { publicTexts } from "./public-texts.ts";

const pageSize = 12;
const lastPage = 10_000;
const longestSearch = 100;

export const meta = metaOfHead(() => publicTexts.eventsTitle);

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const reader = site.database.anonymous;
  const query = new URL(request.url).searchParams;
  const search = (query.get("q") ?? "").replaceAll("\0", "").trim().slice(0, longestSearch);
  const period = eventPeriods.find((known) => known === query.get("period")) ?? usualPeriod(search);
  const withUnavailable = query.get("unavailable") === "1";
  const page = Math.min(lastPage, Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1));
  const found = await searchEvents(reader, { text: search, period, withUnavailable, limit: pageSize, page });
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

export const ErrorBoundary = boundaryOf(() => publicTexts.eventsFailed);

export default function Events({ loaderData }: Route.ComponentProps) {
  return <EventsPage view={loaderData.view} />;
}

export type EventsPageView = Route.ComponentProps["loaderData"]["view"];

const periods = ["upcoming", "all", "week", "month"] as const;

export function EventsPage({ view }: { view: EventsPageView }) {
  const navigation = useNavigation();
  const loading = navigation.state === "loading" && navigation.location.pathname === "/events";
  return (
    <div className="wrap below-head">
      <div className="page-head">
        <h1 className="display">{publicTexts.events}</h1>
        <p>{publicTexts.eventsSubtitle}</p>
        <OffersLink />
      </div>
      <Filters view={view} loading={loading ? "loading" : "ready"} />
      {view.artists.length > 0 ? <FoundArtists artists={view.artists} /> : null}
      {view.events.length > 0 ? (
        <EventWall events={view.events} />
      ) : (
        <div className="wall--page">
          <NoEvents view={view} />
        </div>
      )}
      {view.page > 1 || view.more ? <Pages view={view} /> : null}
    </div>
  );
}

/** A GET form, so that every choice has an address that can be shared. JavaScript only submits it. */
function Filters({ view, loading }: { view: EventsPageView; loading: "loading" | "ready" }) {
  const form = useRef<HTMLFormElement>(null);
  const { search, period, unavailable } = view.filters;
  const isFiltered = search !== "" || period !== usualPeriod("") || unavailable === "shown";
  const apply = () => form.current?.requestSubmit();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const applySoon = () => {
    clearTimeout(typing.current);
    typing.current = setTimeout(apply, 350);
  };
  const wasApplied = useRef(false);
  // The address can change without the form, by "clear filters" or the browser's back button. On the first run the
  // form may already hold choices from before the script was loaded; they are applied now. The form has no
  // autocomplete, so these are not values of an earlier visit.
  useEffect(() => {
    if (!form.current) return;
    if (wasApplied.current) showFilters(form.current, { search, period, unavailable });
    else if (!isShowing(form.current, { search, period, unavailable })) form.current.requestSubmit();
    wasApplied.current = true;
  }, [search, period, unavailable]);
  return (
    <Form ref={form} className="filters" role="search" action="/events" autoComplete="off" preventScrollReset>
      <div className="input-wrap input-wrap--icon input-wrap--button">
        <Icon name="search" />
        <label className="visually-hidden" htmlFor="events-search">
          {publicTexts.search}
        </label>
        <input
          className="input"
          id="events-search"
          type="search"
          name="q"
          defaultValue={search}
          placeholder={publicTexts.searchPlaceholder}
          enterKeyHint="search"
          onChange={applySoon}
        />
        <button type="submit">{publicTexts.search}</button>
      </div>
      <Segments
        legend={publicTexts.period}
        name="period"
        initial={period}
        options={periods.map((value) => ({ value, label: publicTexts.periods[value] }))}
        onChoose={apply}
      />
      <p className="filters__count" role="status">
        {loading === "loading" ? publicTexts.loadingNights : countOf(view)}
        {view.meant === null || loading === "loading" ? null : (
          <Link className="text-link" to={`/events?${new URLSearchParams({ q: view.meant })}`}>
            {publicTexts.meant(view.meant)}
          </Link>
        )}
      </p>
      <div className="filters__end">
        <Toggle
          label={publicTexts.showUnavailable(view.unavailableCount)}
          name="unavailable"
          initial={unavailable === "shown"}
          onToggle={apply}
        />
        {isFiltered ? (
          <Link className={buttonClass({ look: "quiet", size: "small" })} to="/events" preventScrollReset>
            {publicTexts.clearFilters}
          </Link>
        ) : null}
      </div>
    </Form>
  );
}

function showFilters(form: HTMLFormElement, filters: EventsPageView["filters"]): void {
  const { q, period, unavailable } = Object.fromEntries(
    ["q", "period", "unavailable"].map((name) => [name, form.elements.namedItem(name)]),
  );
  if (q instanceof HTMLInputElement && q !== document.activeElement) q.value = filters.search;
  if (period instanceof RadioNodeList) period.value = filters.period;
  if (unavailable instanceof HTMLInputElement) unavailable.checked = filters.unavailable === "shown";
}

function isShowing(form: HTMLFormElement, filters: EventsPageView["filters"]): boolean {
  const chosen = new FormData(form);
  return (
    chosen.get("q") === filters.search &&
    chosen.get("period") === filters.period &&
    chosen.has("unavailable") === (filters.unavailable === "shown")
  );
}

function FoundArtists({ artists }: { artists: EventsPageView["artists"] }) {
  return (
    <nav className="found-artists" aria-label={publicTexts.foundArtists}>
      {artists.map(({ slug, name }) => (
        <Link key={slug} className="text-link" to={`/artists/${slug}`} prefetch="intent">
          {name} <Icon name="arrowRight" />
        </Link>
      ))}
    </nav>
  );
}

function EventWall({ events }: { events: EventCardView[] }) {
  return (
    <ul className="wall wall--page">
      {events.map((event, i) => (
        <li key={event.id} className={i === 0 ? "wall__lead" : undefined}>
          <EventCard event={event} next={events[i + 1]} titleLevel="h2" shape={i === 0 ? "lead" : "tall"} />
        </li>
      ))}
    </ul>
  );
}

function countOf({ events, page, more, until }: EventsPageView): string {
  const count = counted(events.length, "event");
  const shown = until === null ? count : publicTexts.untilDay(count, formatDayAndMonth(until));
  return page > 1 || more ? publicTexts.onPage(page, shown) : shown;
}

/** Each page of a long list has its own address, so that the browser's back button works. */
function Pages({ view }: { view: EventsPageView }) {
  const { search, period, unavailable } = view.filters;
  const address = (page: number) => {
    const query = new URLSearchParams();
    if (search) query.set("q", search);
    if (period !== usualPeriod(search)) query.set("period", period);
    if (unavailable === "shown") query.set("unavailable", "1");
    if (page > 1) query.set("page", String(page));
    return query.size > 0 ? `/events?${query}` : "/events";
  };
  return (
    <nav className="actions pages" aria-label={publicTexts.pages}>
      {view.page > 1 ? (
        <Link className={buttonClass({ look: "line" })} to={address(view.page - 1)}>
          <Icon name="arrowLeft" /> {publicTexts.earlierPage}
        </Link>
      ) : null}
      {view.more ? (
        <Link className={buttonClass({ look: "sand" })} to={address(view.page + 1)} prefetch="intent">
          {publicTexts.laterPage} <Icon name="arrowRight" />
        </Link>
      ) : null}
    </nav>
  );
}

function NoEvents({ view }: { view: EventsPageView }) {
  const { search, period } = view.filters;
  const filtered = search !== "" || period !== usualPeriod("");
  if (view.filters.unavailable === "hidden" && view.unavailableCount > 0) {
    const address = new URLSearchParams({
      q: view.filters.search,
      period: view.filters.period,
      unavailable: "1",
    });
    return (
      <EmptyState
        title={publicTexts.emptyAvailableTitle}
        text={publicTexts.emptyAvailable(view.unavailableCount)}
        picture={stormWide}
      >
        <Link className={buttonClass({ look: "sand" })} to={`/events?${address}`}>
          {publicTexts.showThem}
        </Link>
      </EmptyState>
    );
  }
  if (filtered && view.anyUpcoming === "some") {
    return (
      <EmptyState title={publicTexts.emptySearchTitle} text={publicTexts.emptySearch} picture={moonWide}>
        {search !== "" && period !== "all" ? (
          <Link
            className={buttonClass({ look: "sand" })}
            to={`/events?${new URLSearchParams({ q: search, period: "all" })}`}
          >
            {publicTexts.searchAllDates}
          </Link>
        ) : null}
        <Link
          className={buttonClass({ look: search !== "" && period !== "all" ? "line" : "sand" })}
          to="/events"
        >
          {publicTexts.clearFilters}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={publicTexts.emptyUpcomingTitle} text={publicTexts.emptyUpcoming} picture={noonWide}>
      <Link className={buttonClass({ look: "sand" })} to="/">
        {publicTexts.backHome}
      </Link>
      {period === "all" ? null : (
        <Link className={buttonClass({ look: "line" })} to="/events?period=all">
          {publicTexts.pastNights}
        </Link>
      )}
    </EmptyState>
  );
}
