import { Link, useLocation } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { withQuery } from "../ui/address-query.ts";
import { BulkBar, chooseColumn } from "../ui/bulk-bar.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { rowActsColumn } from "../ui/row-acts.tsx";
import { SwitchForm } from "../ui/switch-form.tsx";
import type { EventListView, EventRowView } from "./event-list-view.ts";
import { eventTexts } from "./event-texts.ts";
import { NightStatus } from "./night-status.tsx";

const texts = eventTexts.columns;

const columns: Column<EventRowView>[] = [
  chooseColumn((row) => ({ id: row.id, name: row.name })),
  {
    key: "event",
    label: texts.event,
    card: "title",
    sort: "name",
    cell: (row) => (
      <span className="has-thumb">
        {row.thumb ? (
          <img className="thumb" src={row.thumb} alt="" loading="lazy" />
        ) : (
          <i className="thumb" />
        )}
        <Link to={`/admin/events/${row.id}`}>{row.name}</Link>
      </span>
    ),
  },
  { key: "date", label: texts.date, align: "right", sort: "date", cell: (row) => row.when },
  { key: "artists", label: texts.artists, from: "wide", card: "hidden", cell: (row) => row.artists || "–" },
  { key: "types", label: texts.types, align: "right", card: "hidden", cell: (row) => row.types },
  {
    key: "sold",
    label: texts.sold,
    align: "right",
    sort: "sold",
    card: "labelled",
    cell: (row) => `${row.sold} / ${row.capacity}`,
  },
  {
    key: "percent",
    label: texts.percent,
    head: "hidden",
    card: "hidden",
    cell: (row) => <SoldMeter {...row} />,
  },
  {
    key: "status",
    label: texts.status,
    card: "end",
    cell: (row) => <NightStatus state={row.state} appears={row.appears} />,
  },
  {
    key: "available",
    label: texts.available,
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
  rowActsColumn((row) => ({ name: row.name, to: `/admin/events/${row.id}` })),
];

/** States of one word are one choice. */
const filters = Object.entries(eventTexts.states).filter(
  ([, word], at, all) => all.findIndex(([, other]) => other === word) === at,
);

/** All nights: the coming ones first, the past ones below. */
export function EventListPage({ view }: { view: EventListView }) {
  const { search: address } = useLocation();
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
        <Link className={buttonClass({ look: "sun" })} to="/admin/events/new">
          <OfficeIcon name="plus" /> {eventTexts.add}
        </Link>
      </PageHead>
      <FilterBar
        search={{ label: eventTexts.searchLabel, hint: eventTexts.searchHint, value: search.text }}
        active={isFiltered}
        keep={{
          sort: search.sort === "date" ? "" : search.sort,
          dir: search.direction === "asc" ? "" : "desc",
        }}
      >
        <FilterSelect
          label={eventTexts.when}
          name="when"
          value={search.when === "all" ? "" : search.when}
          options={Object.entries(eventTexts.whens).map(([value, label]) => ({ value, label }))}
        />
        <FilterSelect
          label={eventTexts.status}
          name="status"
          value={search.state === "all" ? "" : search.state}
          options={[["", eventTexts.all] as const, ...filters].map(([value, label]) => ({ value, label }))}
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
      {groups.length === 0 ? (
        <NothingHere
          title={isFiltered ? eventTexts.noneFound : eventTexts.none}
          text={isFiltered ? eventTexts.noneFoundText : eventTexts.noneText}
        />
      ) : (
        <OfficeTable
          label={eventTexts.title}
          columns={columns}
          groups={groups}
          rowKey={(row) => row.id}
          sorting={{ by: search.sort, direction: search.direction }}
        />
      )}
      {counts.total > 0 ? (
        <Pager
          previous={page.number > 1 ? withQuery(address, { page: String(page.number - 1) }) : null}
          next={page.isLast ? null : withQuery(address, { page: String(page.number + 1) })}
        >
          {officeTexts.range(page.from, page.to, counts.total)}
        </Pager>
      ) : null}
    </>
  );
}

function SoldMeter({ sold, held, capacity }: { sold: number; held: number; capacity: number }) {
  const share = (n: number) => `${(n / Math.max(1, capacity)) * 100}%`;
  return (
    <span
      className={sold + held >= capacity ? "meter meter--full" : "meter"}
      style={{ "--sold": share(sold), "--held": share(held) }}
      aria-hidden="true"
    >
      <b />
      <i />
    </span>
  );
}
