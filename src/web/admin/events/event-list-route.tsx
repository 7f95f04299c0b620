import { Link, redirect } from "react-router";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import {
  eventSorts,
  eventsPerPage,
  type ListedEvent,
  listEvents,
} from "#ticketing/events/office-event-queries.server.ts";
import { saleStates } from "#ticketing/events/sale-state.ts";
import { showEvents } from "#ticketing/events/show-events.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { historyTexts } from "../history/history-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { chosenRows } from "../posted-form.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { oneOf, pageOf, wordsOf } from "../ui/address-query.ts";
import { BulkBar, chooseColumn } from "../ui/bulk-bar.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { NumberedPager, numberedPage } from "../ui/pager.tsx";
import { rowActsColumn } from "../ui/row-acts.tsx";
import { SwitchForm } from "../ui/switch-form.tsx";
import type { Route } from "./+types/event-list-route.ts";
import { eventTexts } from "./event-texts.ts";
import { NightLink, SoldMeter, UnsoldPlaces } from "./night-fullness.tsx";
import { NightStatus } from "./night-status.tsx";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(eventTexts.title) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const search = {
    text: wordsOf(query, "q"),
    when: oneOf(query.get("when"), ["coming", "ended"], "all"),
    state: oneOf(query.get("status"), saleStates, "all"),
    sort: oneOf(query.get("sort"), eventSorts, "date"),
    direction: oneOf(query.get("dir"), ["asc", "desc"], "asc"),
    page: pageOf(query),
  } as const;
  await faultPoint("events.load");
  const { events, total, inAll, coming } = await readAs(context, (sql) => listEvents(sql, search));
  const view = {
    coming: events.filter(({ isOver }) => !isOver).map(rowView),
    ended: events.filter(({ isOver }) => isOver).map(rowView),
    counts: { total, inAll, coming },
    search,
    page: numberedPage(search.page, eventsPerPage, events.length, total),
  };
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const { ids, as, back } = await chosenRows({ context, request }, "/admin/events", [
    "available",
    "unavailable",
  ]);
  if (ids.length === 0) return back("error", eventTexts.nothingChosen);
  const changeOutcome = await attempt(site, () => showEvents(site, { actor, ids, as }));
  if (!changeOutcome.ok) {
    const { refusal } = changeOutcome;
    // for one selling night the question is asked; several selling nights are refused
    if (refusal.reason === "sells" && ids.length === 1)
      throw redirect(`/admin/events/${ids[0]}/unavailable`, 303);
    const texts = {
      sells: eventTexts.someSell,
      failed: eventTexts.availabilityFailed,
      not_allowed: rowSecurityTexts.events,
    };
    return back("error", texts[refusal.reason]);
  }
  const { changed } = changeOutcome.value;
  return back("success", ids.length === 1 ? eventTexts[as] : eventTexts.bulkDone[as](changed.length));
}

function rowView(event: ListedEvent) {
  const [first, second, ...others] = event.artists;
  const names = [first, second].filter(Boolean).join(", ");
  return {
    ...event,
    when: [formatShortDate(event.date), event.time].filter(Boolean).join(" "),
    artists: others.length > 0 ? `${names} +${others.length}` : names,
    appears: event.publishAt && formatInstant(event.publishAt),
  };
}

const texts = eventTexts.columns;

const columns: Column<EventRowView>[] = columnsOf(texts, {
  choose: chooseColumn<EventRowView>((row) => ({ id: row.id, name: row.name })),
  event: {
    card: "title",
    sort: "name",
    cell: (row) => <NightLink thumb={row.imageUrl} to={`/admin/events/${row.id}`} name={row.name} />,
  },
  date: { align: "right", sort: "date", cell: (row) => row.when },
  artists: { from: "wide", card: "hidden", cell: (row) => row.artists || "–" },
  types: { align: "right", card: "hidden" },
  sold: {
    align: "right",
    sort: "sold",
    card: "labelled",
    cell: (row) =>
      row.state === "cancelled" ? null : (
        <>
          {row.sold} / {row.capacity}
          <UnsoldPlaces {...row} />
        </>
      ),
  },
  percent: {
    head: "hidden",
    card: "hidden",
    cell: (row) => (row.state === "cancelled" ? null : <SoldMeter {...row} />),
  },
  status: { card: "end", cell: (row) => <NightStatus {...row} /> },
  available: {
    align: "centre",
    card: "corner",
    cell: (row) =>
      row.state === "cancelled" ? null : (
        <SwitchForm
          id={`available-${row.id}`}
          action="/admin/events"
          fields={{ ids: row.id, as: row.isAvailable ? "unavailable" : "available" }}
          label={eventTexts.switchLabel(row.name)}
          state={row.isAvailable ? "on" : "off"}
        />
      ),
  },
  acts: rowActsColumn<EventRowView>((row) => ({ name: row.name, to: `/admin/events/${row.id}` })),
});

/** States with the same word are one choice. */
const filters = Object.entries(eventTexts.states).filter(
  ([, word], at, all) => all.findIndex(([, other]) => other === word) === at,
);

/** All nights: the coming ones first, the past ones below. */
export default function EventList({ loaderData: { view } }: Route.ComponentProps) {
  const { search, counts, page } = view;
  const isFiltered = search.text !== "" || search.when !== "all" || search.state !== "all";
  const cancelled = view.coming.filter(({ state }) => state === "cancelled").length;
  const groups = [
    { title: eventTexts.groupComing(view.coming.length - cancelled, cancelled), rows: view.coming },
    { title: eventTexts.groupEnded(view.ended.length), rows: view.ended },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <PageHead title={eventTexts.title} sub={eventTexts.sub(counts.inAll, counts.coming)}>
        <ActLink look="sun" to="/admin/events/new" icon="plus" label={eventTexts.add} />
      </PageHead>
      <FilterBar
        search={{ label: eventTexts.searchLabel, hint: eventTexts.searchHint, value: search.text }}
        active={isFiltered}
        keep={{
          sort: search.sort === "date" ? "" : search.sort,
          dir: search.direction === "asc" ? "" : "desc",
        }}
      >
        <FilterSelect label={eventTexts.when} name="when" value={search.when} options={eventTexts.whens} />
        <FilterSelect
          label={eventTexts.status}
          name="status"
          value={search.state}
          all={eventTexts.all}
          options={Object.fromEntries(filters)}
        />
      </FilterBar>
      <BulkBar
        action="/admin/events"
        field="as"
        choices={[
          { value: "available", label: eventTexts.bulkShow, icon: "eye" },
          { value: "unavailable", label: eventTexts.bulkHide, icon: "eyeOff" },
        ]}
      />
      <OfficeTable
        label={eventTexts.title}
        columns={columns}
        groups={groups}
        sorting={{ by: search.sort, direction: search.direction }}
        none={
          <NothingHere
            title={isFiltered ? eventTexts.noneFound : eventTexts.none}
            text={isFiltered ? eventTexts.noneFoundText : eventTexts.noneText}
            searched={[search.text, eventTexts.searchHint]}
          />
        }
      />
      {counts.total > 0 ? <NumberedPager page={page} /> : null}
      <p>
        <Link className="muted" to="/admin/events/deleted">
          {historyTexts.deleted.link}
        </Link>
      </p>
    </>
  );
}

type EventRowView = Route.ComponentProps["loaderData"]["view"]["coming"][number];
