import { Link, useLocation } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { withQuery } from "../ui/address-query.ts";
import { BulkBar } from "../ui/bulk-bar.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { FilterLinks } from "../ui/filter-links.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { specialColumns, ticketColumns } from "./ticket-columns.tsx";
import { baseOf, textsOf } from "./ticket-kind.ts";
import type { TicketListView } from "./ticket-list-view.ts";
import { ticketTexts } from "./ticket-texts.ts";

/** Every ticket type with its stock, or the special ones with their quick purchase. */
export function TicketListPage({ view }: { view: TicketListView }) {
  const { search: address } = useLocation();
  const { kind, search, page } = view;
  const texts = textsOf(kind);
  const base = baseOf[kind];
  const isFiltered = search.text !== "" || search.filter !== "all" || search.night !== null;
  return (
    <>
      <PageHead title={texts.title} sub={texts.sub(counted(view.counts.all, texts.types))}>
        <Link className={buttonClass({ look: "sun" })} to={`${base}/new`}>
          <OfficeIcon name="plus" /> {texts.add}
        </Link>
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
          value={search.night ?? ""}
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
      {view.rows.length === 0 ? (
        <NothingHere
          title={isFiltered ? ticketTexts.noneFound : texts.none}
          text={isFiltered ? ticketTexts.noneFoundText : texts.noneText}
        />
      ) : (
        <OfficeTable
          label={texts.title}
          columns={kind === "every" ? ticketColumns : specialColumns}
          groups={[{ rows: view.rows }]}
          rowKey={(row) => row.id}
          sorting={{ by: search.sort, direction: search.direction }}
        />
      )}
      {view.total > 0 ? (
        <Pager
          previous={page.number > 1 ? withQuery(address, { page: String(page.number - 1) }) : null}
          next={page.isLast ? null : withQuery(address, { page: String(page.number + 1) })}
        >
          {officeTexts.range(page.from, page.to, view.total)}
        </Pager>
      ) : null}
    </>
  );
}
