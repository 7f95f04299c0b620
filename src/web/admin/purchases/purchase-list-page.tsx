import { Link, useLocation } from "react-router";
import { grouped } from "#kernel/romanian.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useMay } from "../shown-rights.ts";
import { withQuery } from "../ui/address-query.ts";
import { ExportLink } from "../ui/export-link.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { InvitationDialog } from "./invitation-dialog.tsx";
import { PurchaseDrawer } from "./purchase-drawer.tsx";
import { purchaseFilterTexts as filters } from "./purchase-filter-texts.ts";
import type { InvitationValues, PurchaseListView, RefundValues } from "./purchase-list-view.ts";
import { PurchaseTable, withSameQuery } from "./purchase-table.tsx";
import { purchaseTexts as texts } from "./purchase-texts.ts";
import { RefundDialog } from "./refund-dialog.tsx";

/** The answer to a form that was not done. */
export type PurchaseAnswer = {
  reentry?: ReentryView;
  refund?: { values: RefundValues; error: string };
  invitation?: { values: InvitationValues; error: string };
};

/** Every purchase: searched, sorted, filtered, opened, sent again, refunded. */
export function PurchaseListPage({
  view,
  answer,
}: {
  view: PurchaseListView;
  answer?: PurchaseAnswer | undefined;
}) {
  const { search: address } = useLocation();
  const may = useMay();
  const { search, open } = view;
  const { found } = view;
  const count = grouped(found.count);
  const closed = withSameQuery(address, { open: null, act: null, seat: null });
  return (
    <>
      <PageHead
        title={texts.title}
        sub={texts.sub(found.isMore ? texts.atLeast(count) : texts.found(found.count, found.tickets))}
      >
        {may("invitations.give") ? (
          <Link
            className={buttonClass({ look: "line" })}
            to={withSameQuery(address, { act: "invite", open: null })}
          >
            <OfficeIcon name="star" /> {texts.invite}
          </Link>
        ) : null}
        <ExportLink to={`/admin/purchases.csv${address}`} label={texts.exportCsv} />
      </PageHead>
      <FilterBar
        search={{ label: texts.searchLabel, hint: texts.searchHint, value: search.text }}
        active={view.isFiltered}
        keep={{ sort: search.sort, dir: search.direction }}
      >
        <FilterSelect
          label={texts.event}
          name="event"
          value={search.event}
          options={withAll(view.choices.events)}
        />
        <FilterSelect
          label={texts.status}
          name="status"
          value={search.status}
          options={withAll(optionsOf(texts.statuses))}
        />
        <FilterSelect
          label={texts.type}
          name="type"
          value={search.type}
          options={withAll([
            { value: "*special", label: texts.special },
            ...view.choices.types.map((name) => ({ value: name, label: name })),
          ])}
        />
        <FilterSelect
          label={texts.payment}
          name="payment"
          value={search.payment}
          options={withAll(optionsOf(texts.payments))}
        />
        {search.only ? (
          <FilterSelect
            label={filters.only}
            name="only"
            value={search.only}
            options={withAll([{ value: "counted", label: filters.counted }])}
          />
        ) : null}
        {search.since ? (
          <FilterSelect
            label={filters.since}
            name="since"
            value={search.since}
            options={withAll([{ value: search.since, label: filters.sinceDay(search.since) }])}
          />
        ) : null}
      </FilterBar>
      {view.rows.length + view.review.length === 0 ? (
        <NothingHere title={texts.noneFound} text={texts.noneFoundText} />
      ) : (
        <PurchaseTable
          review={view.review}
          rows={view.rows}
          sorting={{ by: search.sort, direction: search.direction }}
          selected={open?.id ?? null}
        />
      )}
      <Pager
        previous={view.previous && withQuery(address, { page: `back.${view.previous}` })}
        next={view.next && withQuery(address, { page: `on.${view.next}` })}
      >
        {texts.range(view.rows.length, texts.sortedBy(texts.sortName(search.sort), search.direction))}
      </Pager>
      {open && view.act === "refund" && open.refund && view.mayRefund ? (
        <RefundDialog
          order={open}
          refund={open.refund}
          limit={view.refundLimit}
          seat={view.seat}
          closeTo={withSameQuery(address, { act: null, seat: null })}
          answer={answer?.refund}
        />
      ) : open ? (
        <PurchaseDrawer
          order={open}
          closeTo={closed}
          refundTo={view.mayRefund ? (seat) => withSameQuery(address, { act: "refund", seat }) : null}
        />
      ) : null}
      {view.act === "invite" && may("invitations.give") ? (
        <InvitationDialog view={view} closeTo={closed} answer={answer?.invitation} />
      ) : null}
      {answer?.reentry ? <ReentryDialog view={answer.reentry} /> : null}
    </>
  );
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const withAll = (options: readonly { value: string; label: string }[]) => [
  { value: "", label: texts.all },
  ...options,
];
