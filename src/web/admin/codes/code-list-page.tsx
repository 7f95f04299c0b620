import { Link, useLocation } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { withQuery } from "../ui/address-query.ts";
import { BulkBar, chooseColumn } from "../ui/bulk-bar.tsx";
import { ExportLink } from "../ui/export-link.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { SwitchForm } from "../ui/switch-form.tsx";
import type { CodeListView, CodeRowView } from "./code-list-view.ts";
import { codeTexts } from "./code-texts.ts";
import { CopyCodeLink } from "./copy-code-link.tsx";

const texts = codeTexts.columns;

const columns: Column<CodeRowView>[] = [
  chooseColumn((row) => ({ id: row.id, name: row.code })),
  {
    key: "code",
    label: texts.code,
    card: "title",
    cell: (row) => (
      <Link className="mono" to={`/admin/codes/${row.id}`}>
        {row.code}
      </Link>
    ),
  },
  { key: "does", label: texts.does, card: "corner", cell: (row) => <b>{row.does}</b> },
  {
    key: "kind",
    label: texts.kind,
    card: "hidden",
    cell: (row) => (row.tag ? <span className="tag">{row.tag}</span> : null),
  },
  { key: "where", label: texts.where, cell: (row) => row.where },
  { key: "when", label: texts.when, cell: (row) => row.when },
  { key: "used", label: texts.used, cell: (row) => <Uses {...row} /> },
  {
    key: "on",
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
  {
    key: "acts",
    label: officeTexts.actions,
    head: "hidden",
    align: "right",
    card: "hidden",
    cell: (row) => (row.link ? <CopyCodeLink code={row.code} link={row.link} /> : null),
  },
];

const options = (all: Readonly<Record<string, string>>) =>
  Object.entries(all).map(([value, label]) => ({ value: value === "all" ? "" : value, label }));

/** Every code and set, with how many tickets it is used for. */
export function CodeListPage({ view }: { view: CodeListView }) {
  const { search: address } = useLocation();
  const { search, page, inAll } = view;
  const isFiltered =
    search.text !== "" || search.night !== null || search.kind !== "all" || search.state !== "all";
  return (
    <>
      <PageHead title={codeTexts.title} sub={codeTexts.sub(inAll.vouchers, inAll.tickets, inAll.saved)}>
        <ExportLink to="/admin/codes.csv" label={codeTexts.exportUses} look="line" />
        <Link className={buttonClass()} to="/admin/codes/new?many=set">
          <OfficeIcon name="copy" /> {codeTexts.addSet}
        </Link>
        <Link className={buttonClass({ look: "sun" })} to="/admin/codes/new">
          <OfficeIcon name="plus" /> {codeTexts.add}
        </Link>
      </PageHead>
      <FilterBar
        search={{ label: codeTexts.searchLabel, hint: codeTexts.searchHint, value: search.text }}
        active={isFiltered}
      >
        <FilterSelect
          label={codeTexts.filters.night}
          name="night"
          value={search.night ?? ""}
          options={[
            { value: "", label: codeTexts.all },
            ...view.nights.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
        <FilterSelect
          label={codeTexts.filters.kind}
          name="kind"
          value={search.kind === "all" ? "" : search.kind}
          options={options(codeTexts.kinds)}
        />
        <FilterSelect
          label={codeTexts.filters.state}
          name="state"
          value={search.state === "all" ? "" : search.state}
          options={options(codeTexts.states)}
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
      {view.rows.length === 0 ? (
        <NothingHere
          title={isFiltered ? codeTexts.noneFound : codeTexts.none}
          text={isFiltered ? codeTexts.noneFoundText : codeTexts.noneText}
        />
      ) : (
        <OfficeTable
          label={codeTexts.title}
          columns={columns}
          groups={[{ rows: view.rows }]}
          rowKey={(row) => row.id}
        />
      )}
      {view.total > 0 ? (
        <Pager
          previous={page.number > 1 ? withQuery(address, { page: String(page.number - 1) }) : null}
          next={page.isLast ? null : withQuery(address, { page: String(page.number + 1) })}
        >
          {`${officeTexts.range(page.from, page.to, view.total)}. ${codeTexts.limitsNote}`}
        </Pager>
      ) : null}
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
