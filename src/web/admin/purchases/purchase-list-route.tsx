import { data, useLocation } from "react-router";
import { isUuid, newId } from "#kernel/id.ts";
import { formatShortDate } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { listGateSteps } from "#ticketing/gate/order-at-doors-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { listGifts } from "#ticketing/orders/gifts/gift-queries.server.ts";
import { findRefundAllowance } from "#ticketing/orders/refunds/refund-allowance-queries.server.ts";
import { codeStates } from "#ticketing/reports/code-state-texts.ts";
import {
  findOrderOverview,
  listOrdersInReview,
  type OrderInReview,
} from "#ticketing/reports/order-overview-queries.server.ts";
import {
  countPurchases,
  listPurchaseChoices,
  listPurchases,
  type PurchaseRow,
} from "#ticketing/reports/purchase-list-queries.server.ts";
import { isFiltered, listedSearchOf, listedSortOf } from "#ticketing/reports/purchase-search.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { siteContext } from "#web/request/request-context.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, officeOf } from "../administrator.server.ts";
import { viewOrNone } from "../attempt.server.ts";
import { postedForm } from "../posted-form.server.ts";
import { useMay } from "../shown-rights.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { oneOf, pageRowOf } from "../ui/address-query.ts";
import { FileLinks } from "../ui/file-links.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RowPager } from "../ui/pager.tsx";
import type { Route } from "./+types/purchase-list-route.ts";
import { InvitationDialog } from "./invitation-dialog.tsx";
import {
  invite,
  type PurchaseActRequest,
  recheck,
  rename,
  resend,
  splitForBuyer,
  submitRefund,
} from "./purchase-acts.server.ts";
import { detailsOf, whenText } from "./purchase-details.ts";
import { PurchaseDrawer } from "./purchase-drawer.tsx";
import { choicesOf, EventFilterSelect, shownSearchOf, TypeFilterSelect } from "./purchase-filters.tsx";
import {
  purchaseFormFields,
  purchaseFormLists,
  readInvitationForm,
  readRefundForm,
} from "./purchase-forms.ts";
import type { InvitationValues, PurchaseRowView, RefundValues } from "./purchase-list-view.ts";
import { PurchaseTable, withSameQuery } from "./purchase-table.tsx";
import { purchaseFilterTexts as filters, foundInWords, purchaseTexts as texts } from "./purchase-texts.ts";
import { RefundDialog } from "./refund-dialog.tsx";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

const perPage = 20;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { site, actor } = officeOf(context);
  const query = new URL(request.url).searchParams;
  const search = listedSearchOf(query);
  const { sort, direction } = listedSortOf(query);
  const from = pageRowOf(query);
  const act = oneOf(query.get("act"), ["refund", "invite"], "");
  const open = query.get("open");
  const seat = query.get("seat");
  const mayRefund = mayDo(actor, "refund-order");
  return viewOrNone(
    site,
    "purchases could not be read",
    async () => {
      await faultPoint("purchases.load");
      const gateSteps = open
        ? await site.database.withDuty("deliver", (sql) => listGateSteps(sql, open))
        : [];
      return site.database.readMoment(actor, async (sql) => {
        const showsReview = from === null && (search.payment === "review" || !isFiltered(search));
        const page = await listPurchases(sql, { search, sort, direction, from, size: perPage });
        const order = isUuid(open) ? await findOrderOverview(sql, open) : undefined;
        const allowance = mayRefund && isUuid(open) ? await findRefundAllowance(sql, actor) : null;
        const review = showsReview ? await listOrdersInReview(sql, perPage) : [];
        const gifts = act === "invite" ? await listGifts(sql) : [];
        return {
          review: review.map(reviewRow),
          rows: page.rows.map(rowView),
          found: await countPurchases(sql, search, limits.rowsOfWorkbook + 1),
          search: {
            ...shownSearchOf(search),
            status: search.status,
            payment: search.payment,
            since: search.since,
            only: search.only === "counted",
            sort,
            direction,
          },
          isFiltered: isFiltered(search),
          previous: page.previous,
          next: page.next,
          choices: choicesOf(await listPurchaseChoices(sql)),
          open: order && open ? detailsOf(order, open, gateSteps) : null,
          act,
          seat: isUuid(seat) ? seat : null,
          /** The person's limit for refunds; null for a person without a limit. */
          refundLimit: allowance,
          mayRefund: mayRefund && allowance?.limit !== 0,
          gifts: gifts.map((gift) => ({
            value: gift.eventId ? `${gift.ticketTypeId}:${gift.eventId}` : gift.ticketTypeId,
            label: texts.gift(gift.title, gift.nights, gift.firstTitle, formatShortDate(gift.firstDate)),
          })),
          invitationKey: newId(),
        };
      });
    },
    (view) => (open !== null && !view.open ? { status: 404 } : {}),
  );
}

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const { pathname, search } = new URL(request.url);
  await postedForm(request.clone(), { one: purchaseFormFields, many: purchaseFormLists });
  const form = await request.formData();
  const here = `${pathname.replace(/\.data$/, "")}${search}`;
  const listQuery = new URLSearchParams(search);
  for (const name of ["act", "seat", "index"]) listQuery.delete(name);
  const actRequest: PurchaseActRequest = {
    args,
    site: context.get(siteContext),
    actor: context.get(administratorContext),
    form,
    here,
    list: `${pathname.replace(/\.data$/, "")}${listQuery.size > 0 ? `?${listQuery}` : ""}`,
  };
  switch (form.get("intent")) {
    case "resend":
      return resend(actRequest);
    case "refund":
      return submitRefund(actRequest, readRefundForm(form));
    case "invite":
      return invite(actRequest, readInvitationForm(form));
    case "recheck":
      return recheck(actRequest);
    case "split":
      return splitForBuyer(actRequest);
    case "rename":
      return rename(actRequest);
    default:
      return data({}, { status: 400 });
  }
}

type PurchaseAnswer = {
  reentry?: ReentryView;
  refund?: { values: RefundValues; error: string };
  invitation?: { values: InvitationValues; error: string };
};

/** Every purchase: searched, sorted, filtered, opened, sent again, refunded. */
export default function PurchaseList({ loaderData: { view }, actionData }: Route.ComponentProps) {
  const answer = actionData as PurchaseAnswer | undefined;
  const { search: address } = useLocation();
  const may = useMay();
  if (!view) return <NotLoaded title={texts.title} texts={texts} />;
  const { search, open } = view;
  const closedAddress = withSameQuery(address, { open: null, act: null, seat: null });
  return (
    <>
      <PageHead title={texts.title} sub={foundInWords(view.found)}>
        {may("invitations.give") ? (
          <ActLink
            to={withSameQuery(address, { act: "invite", open: null })}
            icon="star"
            label={texts.invite}
          />
        ) : null}
        <FileLinks file="/admin/purchases" query={address} rows={view.found.rows} />
      </PageHead>
      <FilterBar
        search={{ label: texts.searchLabel, hint: texts.searchHint, value: search.text }}
        active={view.isFiltered}
        keep={{ sort: search.sort, dir: search.direction }}
      >
        <EventFilterSelect texts={texts} search={search} choices={view.choices} />
        <FilterSelect
          label={texts.status}
          name="status"
          value={search.status}
          all={texts.all}
          options={codeStates}
        />
        <TypeFilterSelect texts={texts} search={search} choices={view.choices} />
        <FilterSelect
          label={texts.payment}
          name="payment"
          value={search.payment}
          all={texts.all}
          options={texts.payments}
        />
        {search.only ? (
          <FilterSelect
            label={filters.only}
            name="only"
            value="counted"
            all={texts.all}
            options={{ counted: filters.counted }}
          />
        ) : null}
        {search.since ? (
          <FilterSelect
            label={filters.since}
            name="since"
            value={search.since}
            all={texts.all}
            options={{ [search.since]: filters.sinceDay(search.since) }}
          />
        ) : null}
      </FilterBar>
      {view.rows.length + view.review.length === 0 ? (
        <NothingHere
          title={texts.noneFound}
          text={texts.noneFoundText}
          searched={[search.text, texts.searchHint]}
        />
      ) : (
        <PurchaseTable
          review={view.review}
          rows={view.rows}
          sorting={{ by: search.sort, direction: search.direction }}
          selected={open?.id ?? null}
        />
      )}
      <RowPager page={view}>
        {`${texts.onPage(view.rows.length)}. ${texts.sortedBy(texts.sortName(search.sort), search.direction)}`}
      </RowPager>
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
          closeTo={closedAddress}
          refundTo={view.mayRefund ? (seat) => withSameQuery(address, { act: "refund", seat }) : null}
          noRefund={view.refundLimit && !view.mayRefund ? texts.refundLimit(view.refundLimit) : null}
        />
      ) : null}
      {view.act === "invite" && may("invitations.give") ? (
        <InvitationDialog view={view} closeTo={closedAddress} answer={answer?.invitation} />
      ) : null}
      {answer?.reentry ? <ReentryDialog view={answer.reentry} /> : null}
    </>
  );
}

function rowView(row: PurchaseRow): PurchaseRowView {
  const { email, voucher, quantity, state, paid, kept, payment } = row;
  return {
    id: row.id,
    number: row.number,
    email,
    voucher,
    quantity,
    state,
    paid,
    kept,
    payment,
    user: row.userName || email || texts.nobody,
    event: row.eventTitle,
    type: row.typeName,
    remaining: `${row.entriesRemaining} / ${row.entriesTotal}`,
    when: whenText(row.at),
  };
}

function reviewRow(order: OrderInReview): PurchaseRowView {
  return {
    id: order.id,
    number: order.number,
    user: order.userName || texts.nobody,
    email: null,
    event: order.eventTitle,
    type: order.title,
    voucher: null,
    quantity: order.quantity,
    remaining: `${order.people} / ${order.people}`,
    state: null,
    paid: order.total,
    kept: order.total,
    payment: "review",
    when: whenText(order.at),
  };
}
