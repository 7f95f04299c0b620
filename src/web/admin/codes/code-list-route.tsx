import { Link } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLei } from "#kernel/money.ts";
import { dayOf, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import { listEventNames } from "#ticketing/events/office-event-queries.server.ts";
import {
  type ListedVoucher,
  listVouchers,
  voucherKindFilters,
  voucherStates,
  vouchersPerPage,
} from "#ticketing/orders/vouchers/office-voucher-queries.server.ts";
import { switchVouchers, voucherSwitches } from "#ticketing/orders/vouchers/switch-vouchers.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { adminTexts } from "../admin-texts.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { historyTexts } from "../history/history-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { chosenRows } from "../posted-form.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { oneOf, pageOf, wordsOf } from "../ui/address-query.ts";
import { BulkBar, chooseColumn } from "../ui/bulk-bar.tsx";
import { FileLinks } from "../ui/file-links.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { NumberedPager, numberedPage } from "../ui/pager.tsx";
import { SwitchForm } from "../ui/switch-form.tsx";
import type { Route } from "./+types/code-list-route.ts";
import { codeTexts } from "./code-texts.ts";
import { codeLink, effectInWords, shownCode } from "./code-words.ts";
import { CopyCodeLink } from "./copy-code-link.tsx";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(codeTexts.title) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { searchParams: query } = new URL(request.url);
  const night = query.get("night");
  const search = {
    text: wordsOf(query, "q"),
    night: isUuid(night) ? night : null,
    kind: oneOf(query.get("kind"), voucherKindFilters, "all"),
    state: oneOf(query.get("state"), voucherStates, "all"),
    page: pageOf(query),
  } as const;
  const [list, nights] = await readAs(context, (sql) =>
    Promise.all([listVouchers(sql, search), listEventNames(sql)]),
  );
  const view = {
    rows: list.vouchers.map((row) => rowView(row, site.origin)),
    total: list.total,
    inAll: { ...list.inAll, saved: formatLei(list.inAll.saved) },
    nights: nights.map(({ id, name, date }) => ({ value: id, label: `${formatShortDate(date)} ${name}` })),
    search,
    page: numberedPage(search.page, vouchersPerPage, list.vouchers.length, list.total),
  };
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const { ids, as, back } = await chosenRows({ context, request }, "/admin/codes", voucherSwitches);
  if (ids.length === 0) return back("error", codeTexts.nothingChosen);
  const switched = await attempt(site, () => switchVouchers(site, { actor, ids, as }));
  if (switched.ok) return back("success", codeTexts.switched[as](switched.value.changed.length));
  switch (switched.refusal.reason) {
    case "not_allowed":
      return back("error", rowSecurityTexts.general);
    case "older_build_runs":
      return back("error", requestTexts.upgrading);
    case "failed":
      return back("error", codeTexts.switchFailed);
  }
}

function rowView(row: ListedVoucher, siteOrigin: string) {
  const { id, name, sold, held, capacity, isOn } = row;
  return {
    id,
    name,
    sold,
    held,
    capacity,
    isOn,
    code: shownCode(row),
    does: effectInWords(row),
    tag: row.isSet ? codeTexts.setOf(row.codes) : row.kind === "unlock" ? codeTexts.access : null,
    where: whereInWords(row),
    when: whenInWords(row),
    uses: codeTexts.uses(sold, held, capacity),
    link: row.isSet ? null : codeLink(`${siteOrigin}/`, row.code),
  };
}

function whereInWords({ nights, types, kind }: ListedVoucher): string {
  const night =
    nights === null
      ? codeTexts.everyNight
      : nights.length === 1
        ? (nights[0] ?? "")
        : codeTexts.nights(nights.length);
  if (types === null) return night;
  const which = types.length === 1 ? (types[0] ?? "") : codeTexts.types(types.length);
  return nights === null && kind === "unlock" ? which : `${night}: ${which}`;
}

function whenInWords({ startsAt, endsAt, isEnded }: ListedVoucher): string {
  if (isEnded) return codeTexts.ended;
  const [from, until] = [startsAt, endsAt].map(momentInWords);
  if (from && until) return codeTexts.span(from, until);
  if (from) return codeTexts.from(from);
  return until ? codeTexts.until(until) : codeTexts.anyTime;
}

function momentInWords(at: Date | string | null): string | null {
  if (at === null) return null;
  const moment = new Date(at);
  return `${formatShortDate(dayOf(moment))} ${wallTimeOf(moment)}`;
}

const texts = codeTexts.columns;

const columns: Column<CodeRowView>[] = columnsOf(texts, {
  choose: chooseColumn<CodeRowView>((row) => ({ id: row.id, name: row.code })),
  code: {
    card: "title",
    cell: (row) => (
      <Link className="mono" to={`/admin/codes/${row.id}`}>
        {row.code}
      </Link>
    ),
  },
  does: { card: "corner", cell: (row) => <b>{row.does}</b> },
  kind: { card: "hidden", cell: (row) => (row.tag ? <span className="tag">{row.tag}</span> : null) },
  where: {},
  when: {},
  used: { cell: (row) => <Uses {...row} /> },
  on: {
    label: texts.isOn,
    align: "centre",
    card: "labelled-end",
    cell: (row) => (
      <SwitchForm
        id={`on-${row.id}`}
        action="/admin/codes"
        fields={{ ids: row.id, as: row.isOn ? "off" : "on" }}
        label={codeTexts.switchLabel(row.code)}
        state={row.isOn ? "on" : "off"}
      />
    ),
  },
  acts: {
    label: officeTexts.actions,
    head: "hidden",
    align: "right",
    card: "hidden",
    cell: (row) => (row.link ? <CopyCodeLink code={row.code} link={row.link} /> : null),
  },
});

/** Every code and set, with how many tickets it is used for. */
export default function CodeList({ loaderData: { view } }: Route.ComponentProps) {
  const { search, page, inAll } = view;
  const isFiltered =
    search.text !== "" || search.night !== null || search.kind !== "all" || search.state !== "all";
  return (
    <>
      <PageHead
        title={codeTexts.title}
        sub={codeTexts.sub(inAll.vouchers, inAll.tickets, inAll.tickets - inAll.sold, inAll.saved)}
      >
        <FileLinks file="/admin/codes" label={codeTexts.usesFile} />
        <ActLink to="/admin/codes/new?many=set" icon="copy" label={codeTexts.addSet} />
        <ActLink look="sun" to="/admin/codes/new" icon="plus" label={codeTexts.add} />
      </PageHead>
      <FilterBar
        search={{ label: codeTexts.searchLabel, hint: codeTexts.searchHint, value: search.text }}
        active={isFiltered}
      >
        <FilterSelect
          label={codeTexts.filters.night}
          name="night"
          value={search.night}
          all={codeTexts.all}
          options={view.nights}
        />
        <FilterSelect
          label={codeTexts.filters.kind}
          name="kind"
          value={search.kind}
          options={codeTexts.kinds}
        />
        <FilterSelect
          label={codeTexts.filters.state}
          name="state"
          value={search.state}
          options={codeTexts.states}
        />
      </FilterBar>
      <BulkBar
        action="/admin/codes"
        field="as"
        choices={[
          { value: "on", label: codeTexts.bulkOn, icon: "check" },
          { value: "off", label: codeTexts.bulkOff, icon: "lock" },
        ]}
      />
      <OfficeTable
        label={codeTexts.title}
        columns={columns}
        rows={view.rows}
        none={
          <NothingHere
            title={isFiltered ? codeTexts.noneFound : codeTexts.none}
            text={isFiltered ? codeTexts.noneFoundText : codeTexts.noneText}
            searched={[search.text, codeTexts.searchHint]}
          />
        }
      />
      {view.total > 0 ? <NumberedPager page={page} note={codeTexts.limitsNote} /> : null}
      <p>
        <Link className="muted" to="/admin/codes/deleted">
          {historyTexts.deleted.link}
        </Link>
      </p>
    </>
  );
}

function Uses({ sold, held, capacity, uses }: CodeRowView) {
  const share = (n: number) => `${(n / Math.max(1, capacity ?? 1)) * 100}%`;
  return (
    <>
      {capacity === null ? null : (
        <span
          className={sold + held >= capacity ? "meter meter--full" : "meter"}
          style={{ "--sold": share(sold), "--held": share(held) }}
          aria-hidden="true"
        >
          <b />
          <i />
        </span>
      )}
      <span className="figures">{uses}</span>
    </>
  );
}

type CodeRowView = Route.ComponentProps["loaderData"]["view"]["rows"][number];
