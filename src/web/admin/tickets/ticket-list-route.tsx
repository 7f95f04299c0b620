import { Link, useLocation } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { formatShortDate } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { markTicketTypes, typeMarks } from "#ticketing/events/mark-ticket-types.server.ts";
import {
  type ListedType,
  listTypes,
  typeFilters,
  typeSorts,
  typesPerPage,
} from "#ticketing/events/office-type-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { Notice } from "#web/ui/notice.tsx";
import { adminTexts } from "../admin-texts.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { historyTexts } from "../history/history-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { chosenRows } from "../posted-form.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { oneOf, pageOf, withQuery, wordsOf } from "../ui/address-query.ts";
import { BulkBar, chooseColumn } from "../ui/bulk-bar.tsx";
import { FilterBar, FilterLinks, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { NumberedPager, numberedPage } from "../ui/pager.tsx";
import { rowActsColumn } from "../ui/row-acts.tsx";
import { Status } from "../ui/status.tsx";
import { SwitchForm } from "../ui/switch-form.tsx";
import type { Route } from "./+types/ticket-list-route.ts";
import { baseOf, type TicketKind, textsOf, ticketKindOf } from "./ticket-kind.ts";
import { ticketTexts } from "./ticket-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: adminTexts.pageTitle(textsOf(loaderData?.view.kind ?? "every").title) },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, searchParams: query } = new URL(request.url);
  const kind = ticketKindOf(pathname);
  const night = query.get("night");
  const search = {
    text: wordsOf(query, "q"),
    filter: oneOf(query.get("filter"), typeFilters, "all"),
    kind,
    night: isUuid(night) ? night : null,
    sort: oneOf(query.get("sort"), typeSorts, "night"),
    direction: oneOf(query.get("dir"), ["asc", "desc"], "asc"),
    page: pageOf(query),
  } as const;
  await faultPoint(kind === "special" ? "special.load" : "tickets.load");
  const list = await readAs(context, (sql) => listTypes(sql, search));
  const view = {
    kind,
    rows: list.types.map(rowView),
    total: list.total,
    counts: list.counts,
    nights: list.nightsToChoose.map(({ id, name, date }) => ({
      value: id,
      label: `${formatShortDate(date)} ${name}`,
    })),
    quickPurchase: kind === "special" ? list.quickPurchase : null,
    search,
    page: numberedPage(search.page, typesPerPage, list.types.length, list.total),
  };
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const base = baseOf[ticketKindOf(new URL(request.url).pathname)];
  const { ids, as, back } = await chosenRows({ context, request }, base, typeMarks);
  if (ids.length === 0) return back("error", ticketTexts.nothingChosen);
  const marked = await attempt(site, () => markTicketTypes(site, { actor, ids, as }));
  if (!marked.ok) {
    const isVisibility = as === "shown" || as === "hidden";
    const failed = isVisibility ? ticketTexts.visibilityFailed : ticketTexts.statusFailed;
    return back("error", marked.refusal.reason === "failed" ? failed : rowSecurityTexts.tickets);
  }
  const { changed } = marked.value;
  return back(
    "success",
    ids.length === 1 ? ticketTexts.marked[as] : ticketTexts.bulkDone[as](changed.length),
  );
}

function rowView(type: ListedType) {
  const { left } = type;
  const ownLeft = type.capacity - type.held - type.sold - type.given - type.atDoor;
  const description = type.description ?? "";
  const [only] = type.nights;
  return {
    ...type,
    tag: type.family !== "ordinary" || type.isSpecial ? ticketTexts.tags[type.family] : null,
    description: [...description].length > 50 ? `${[...description].slice(0, 50).join("")}...` : description,
    nights: type.nights.length === 1 ? (only ?? "") : counted(type.nights.length, "event"),
    signs: [
      ...(type.requiresCode ? [ticketTexts.hiddenTag] : []),
      ...(type.admits ? [] : [ticketTexts.addOnTag]),
      ...(type.enterUntil ? [ticketTexts.untilTag(type.enterUntil)] : []),
      ...(type.isCancelled ? [ticketTexts.cancelledTag] : left < ownLeft ? [ticketTexts.nightTag(left)] : []),
      ...(type.pool ? [ticketTexts.poolTag(type.pool.name, type.pool.left)] : []),
    ],
    price: formatLei(type.phase?.price ?? type.price),
    phase: type.phase?.name ?? null,
    left: type.isCancelled ? "–" : left,
    scarcity: left === 0 ? "none_left" : left <= limits.lastTickets ? "few_left" : "enough",
    agreement: type.priceId === null ? "no_price" : type.isAgreed ? "agreed" : "not_agreed",
  };
}

/** All ticket types with their stock, or the special ones with the quick purchase. */
export default function TicketList({ loaderData: { view } }: Route.ComponentProps) {
  const { search: address } = useLocation();
  const { kind, search, page } = view;
  const texts = textsOf(kind);
  const base = baseOf[kind];
  const isFiltered = search.text !== "" || search.filter !== "all" || search.night !== null;
  return (
    <>
      <PageHead title={texts.title} sub={texts.sub(counted(view.counts.all, "type"))}>
        <ActLink look="sun" to={`${base}/new`} icon="plus" label={texts.add} />
      </PageHead>
      <FilterBar
        search={{ label: texts.searchLabel, hint: ticketTexts.searchHint, value: search.text }}
        active={isFiltered}
        keep={{
          filter: search.filter === "all" ? "" : search.filter,
          sort: search.sort === "night" ? "" : search.sort,
          dir: search.direction === "asc" ? "" : "desc",
        }}
      >
        <FilterSelect
          label={ticketTexts.ofNight}
          name="night"
          value={search.night}
          all={ticketTexts.filters.all}
          options={view.nights}
        />
        {kind === "every" ? (
          <FilterLinks
            label={ticketTexts.filterLabel}
            links={Object.entries(ticketTexts.filters).map(([value, label]) => ({
              label,
              to: withQuery(address, { filter: value === "all" ? null : value }),
              count: view.counts[value as keyof typeof ticketTexts.filters],
              isOn: search.filter === value,
            }))}
          />
        ) : null}
      </FilterBar>
      {kind === "special" && view.quickPurchase !== null ? (
        <div className="above-table">
          <Notice kind="info" title={ticketTexts.quickNow(view.quickPurchase)}>
            {ticketTexts.quickText}
          </Notice>
        </div>
      ) : null}
      {kind === "every" ? (
        <BulkBar
          action={base}
          field="as"
          choices={[
            { value: "shown", label: ticketTexts.bulkShow, icon: "eye" },
            { value: "hidden", label: ticketTexts.bulkHide, icon: "eyeOff" },
          ]}
        />
      ) : null}
      <OfficeTable
        label={texts.title}
        columns={kind === "every" ? ticketColumns : specialColumns}
        rows={view.rows}
        sorting={{ by: search.sort, direction: search.direction }}
        none={
          <NothingHere
            title={isFiltered ? ticketTexts.noneFound : texts.none}
            text={isFiltered ? ticketTexts.noneFoundText : texts.noneText}
            searched={[search.text, ticketTexts.searchHint]}
          />
        }
      />
      {view.total > 0 ? <NumberedPager page={page} /> : null}
      <p>
        <Link className="muted" to={`${base}/deleted`}>
          {historyTexts.deleted.link}
        </Link>
      </p>
    </>
  );
}

const texts = ticketTexts.columns;
type TicketColumn = Column<TicketRowView>;

/** The columns that both lists share. */
const nameColumn = (kind: TicketKind) =>
  ({
    card: "title",
    sort: "type",
    cell: (row: TicketRowView) => (
      <>
        <Link to={`${baseOf[kind]}/${row.id}`}>{row.type}</Link>
        {row.tag ? <span className="tag">{row.tag}</span> : null}
        {row.signs.length > 0 ? <small className="type-signs muted">{row.signs.join(" · ")}</small> : null}
      </>
    ),
  }) as const;
const sharedColumns = {
  nights: { sort: "night", card: "start" },
  price: {
    align: "right",
    card: "corner",
    sort: "price",
    cell: (row: TicketRowView) => (
      <>
        {row.phase ? <small className="muted">{row.phase} </small> : null}
        {row.price}
      </>
    ),
  },
  entries: {
    align: "right",
    card: "hidden",
    from: "wide",
    cell: (row: TicketRowView) => (row.admits ? row.entries : "–"),
  },
} as const;
const leftColumn = {
  align: "right",
  card: "labelled",
  sort: "left",
  cell: (row: TicketRowView) => <b className={`stock-left stock-left--${row.scarcity}`}>{row.left}</b>,
} as const;

function markSwitch(row: TicketRowView, mark: "visible" | "used") {
  const isOn = mark === "visible" ? row.isVisible : row.isUsed;
  const otherMark = { visible: ["shown", "hidden"], used: ["marked_used", "marked_unused"] }[mark][
    isOn ? 1 : 0
  ];
  return (
    <SwitchForm
      id={`${mark}-${row.id}`}
      action={baseOf.every}
      fields={{ ids: row.id, as: otherMark ?? "" }}
      label={mark === "visible" ? ticketTexts.visibleLabel(row.type) : ticketTexts.usedLabel(row.type)}
      state={isOn ? "on" : "off"}
    />
  );
}

const ticketColumns: TicketColumn[] = columnsOf(texts, {
  choose: chooseColumn<TicketRowView>((row) => ({ id: row.id, name: `${row.type}, ${row.nights}` })),
  type: nameColumn("every"),
  ...sharedColumns,
  capacity: { align: "right", card: "hidden" },
  held: { align: "right", card: "hidden" },
  sold: { align: "right", card: "labelled-end" },
  left: leftColumn,
  agreement: { card: "hidden", from: "wide", cell: (row) => <PriceState state={row.agreement} /> },
  visible: { align: "centre", card: "end", cell: (row) => markSwitch(row, "visible") },
  used: { align: "centre", card: "hidden", from: "wide", cell: (row) => markSwitch(row, "used") },
  acts: rowActsColumn<TicketRowView>((row) => ({ name: row.type, to: `${baseOf.every}/${row.id}` })),
});

const specialColumns: TicketColumn[] = columnsOf(texts, {
  type: nameColumn("special"),
  description: { card: "hidden", from: "wide" },
  ...sharedColumns,
  sold: { align: "right", card: "labelled", cell: (row) => `${row.sold} / ${row.capacity}` },
  left: leftColumn,
  quick: {
    align: "centre",
    card: "end",
    cell: (row) => (
      <SwitchForm
        id={`quick-${row.id}`}
        action={`${baseOf.special}/${row.id}/quick`}
        fields={{ as: row.isQuickPurchase ? "off" : "on" }}
        label={ticketTexts.quickLabel(row.type)}
        state={row.isQuickPurchase ? "on" : "off"}
      />
    ),
  },
  acts: rowActsColumn<TicketRowView>((row) => ({ name: row.type, to: `${baseOf.special}/${row.id}` })),
});

function PriceState({ state }: { state: TicketRowView["agreement"] }) {
  if (state === "agreed") return <Status sign="sent" tone="plain" label={ticketTexts.agreed} />;
  if (state === "not_agreed") return <Status sign="part" tone="warn" label={ticketTexts.notAgreed} />;
  return <Status sign="over" tone="mute" label={ticketTexts.noPrice} />;
}

type TicketRowView = Route.ComponentProps["loaderData"]["view"]["rows"][number];
