import { data, useLocation } from "react-router";
import { isUuid, newId } from "#kernel/id.ts";
import { formatShortDate } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { limits } from "#ticketing/limits.ts";
import { type Gift, listGifts } from "#ticketing/orders/gifts/gift-queries.server.ts";
import {
  findRefundAllowance,
  type RefundAllowance,
} from "#ticketing/orders/refunds/refund-allowance-queries.server.ts";
import {
  findOrderOverview,
  listOrdersInReview,
  type OrderInReview,
  type OrderOverview,
} from "#ticketing/reports/order-overview-queries.server.ts";
import {
  countPurchases,
  listPurchaseChoices,
  listPurchases,
  type PurchasePage,
  type PurchaseRow,
} from "#ticketing/reports/purchase-list-queries.server.ts";
import {
  isFiltered,
  listedSearchOf,
  listedSortOf,
  type PurchaseSearch,
  type PurchaseSort,
  specialWord,
} from "#ticketing/reports/purchase-search.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { siteContext } from "#web/request/request-context.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { postedForm } from "../posted-form.server.ts";
import { useMay } from "../shown-rights.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { oneOf, withQuery } from "../ui/address-query.ts";
import { FileLinks } from "../ui/file-links.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Route } from "./+types/purchase-list-route.ts";
import { InvitationDialog } from "./invitation-dialog.tsx";
import {
  type Asked,
  giveBack,
  invite,
  recheck,
  rename,
  resend,
  splitForBuyer,
} from "./purchase-acts.server.ts";
import { detailsOf, whenText } from "./purchase-details.ts";
import { PurchaseDrawer } from "./purchase-drawer.tsx";
import {
  purchaseFormFields,
  purchaseFormLists,
  readInvitationForm,
  readRefundForm,
} from "./purchase-forms.ts";
import type { InvitationValues, PurchaseRowView, RefundValues } from "./purchase-list-view.ts";
import { PurchaseTable, withSameQuery } from "./purchase-table.tsx";
import {
  purchaseFilterTexts as filters,
  foundInWords,
  purchaseTexts,
  purchaseTexts as texts,
} from "./purchase-texts.ts";
import { RefundDialog } from "./refund-dialog.tsx";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(purchaseTexts.title) }];

const perPage = 20;

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const query = new URL(request.url).searchParams;
  const search = listedSearchOf(query);
  const { sort, direction } = listedSortOf(query);
  const [, go, from] = /^(on|back)\.([0-9a-f-]{36})$/.exec(query.get("page") ?? "") ?? [];
  const act = oneOf(query.get("act"), ["refund", "invite"], "");
  const open = query.get("open");
  const seat = query.get("seat");
  const mayRefund = mayDo(actor, "refund-order");
  try {
    await faultPoint("purchases.load");
    const view = await site.database.readMoment(actor, async (sql) => {
      const isFirst = from === undefined;
      const showsReview = isFirst && (search.payment === "review" || !isFiltered(search));
      return purchaseListView({
        page: await listPurchases(sql, {
          search,
          sort,
          direction,
          from: isUuid(from) ? { id: from, go: go === "back" ? "back" : "on" } : null,
          size: perPage,
        }),
        found: await countPurchases(sql, search, limits.rowsOfWorkbook + 1),
        review: showsReview ? await listOrdersInReview(sql, perPage) : [],
        choices: await listPurchaseChoices(sql),
        order: isUuid(open) ? await findOrderOverview(sql, open) : undefined,
        open,
        seat: isUuid(seat) ? seat : null,
        act: act === "" ? null : act,
        mayRefund,
        allowance: mayRefund && isUuid(open) ? await findRefundAllowance(sql, actor) : null,
        gifts: act === "invite" ? await listGifts(sql) : [],
        invitationKey: newId(),
        search,
        sort,
        direction,
        typeWord: search.type === "special" ? specialWord : (search.type?.name ?? ""),
        eventLabel: (event) => `${formatShortDate(event.date)} ${event.title}`,
      });
    });
    return data({ view }, open !== null && !view.open ? { status: 404 } : {});
  } catch (error) {
    site.log.error(
      { error: error instanceof Error ? error.stack : String(error) },
      "purchases could not be read",
    );
    return data({ view: null }, { status: 503, headers: { "retry-after": "5" } });
  }
}

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const { pathname, search } = new URL(request.url);
  await postedForm(request.clone(), { one: purchaseFormFields, many: purchaseFormLists });
  const form = await request.formData();
  const here = `${pathname.replace(/\.data$/, "")}${search}`;
  const plain = new URLSearchParams(search);
  for (const name of ["act", "seat", "index"]) plain.delete(name);
  const asked: Asked = {
    args,
    site: context.get(siteContext),
    actor: context.get(administratorContext),
    form,
    here,
    list: `${pathname.replace(/\.data$/, "")}${plain.size > 0 ? `?${plain}` : ""}`,
  };
  switch (form.get("intent")) {
    case "resend":
      return resend(asked);
    case "refund":
      return giveBack(asked, readRefundForm(form));
    case "invite":
      return invite(asked, readInvitationForm(form));
    case "recheck":
      return recheck(asked);
    case "split":
      return splitForBuyer(asked);
    case "rename":
      return rename(asked);
    default:
      return data({}, { status: 400 });
  }
}

export default function PurchaseList({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.view) return <NotLoaded title={purchaseTexts.title} texts={purchaseTexts} />;
  return <PurchaseListPage view={loaderData.view} answer={actionData as PurchaseAnswer | undefined} />;
}

/** The answer to a form that was refused. */
type PurchaseAnswer = {
  reentry?: ReentryView;
  refund?: { values: RefundValues; error: string };
  invitation?: { values: InvitationValues; error: string };
};

/** All purchases: search, sorting, filters, the open order, sending again and refunds. */
type PurchaseListPageProps = {
  view: ReturnType<typeof purchaseListView>;
  answer: PurchaseAnswer | undefined;
};

function PurchaseListPage({ view, answer }: PurchaseListPageProps) {
  const { search: address } = useLocation();
  const may = useMay();
  const { search, open } = view;
  const closed = withSameQuery(address, { open: null, act: null, seat: null });
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
          noRefund={view.refundLimit && !view.mayRefund ? texts.refundLimit(view.refundLimit) : null}
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

type ListFacts = {
  page: PurchasePage;
  found: { rows: number; tickets: number };
  review: readonly OrderInReview[];
  choices: { events: { id: string; title: string; date: string }[]; types: string[] };
  order: OrderOverview | undefined;
  open: string | null;
  seat: string | null;
  act: "refund" | "invite" | null;
  /** Null for a person whose refunds have no limit. */
  allowance: RefundAllowance | null;
  mayRefund: boolean;
  gifts: readonly Gift[];
  invitationKey: string;
  search: PurchaseSearch;
  sort: PurchaseSort;
  direction: "asc" | "desc";
  typeWord: string;
  eventLabel: (event: { title: string; date: string }) => string;
};

function purchaseListView(facts: ListFacts) {
  const { page, search, order, open } = facts;
  return {
    review: facts.review.map(reviewRow),
    rows: page.rows.map(rowView),
    found: {
      rows: facts.found.rows,
      tickets: facts.found.tickets,
    },
    search: {
      text: search.text,
      event: search.eventId ?? "",
      status: search.status === "all" ? "" : search.status,
      type: facts.typeWord,
      payment: search.payment === "all" ? "" : search.payment,
      since: search.since ?? "",
      only: search.only === "counted" ? "counted" : "",
      sort: facts.sort,
      direction: facts.direction,
    },
    isFiltered: isFiltered(search),
    previous: page.previous,
    next: page.next,
    choices: {
      events: facts.choices.events.map((event) => ({ value: event.id, label: facts.eventLabel(event) })),
      types: facts.choices.types,
    },
    open: order && open ? detailsOf(order, open) : null,
    act: facts.act,
    seat: facts.seat,
    refundLimit: facts.allowance,
    mayRefund: facts.mayRefund && facts.allowance?.limit !== 0,
    gifts: facts.gifts.map((gift) => ({
      value: gift.eventId ? `${gift.ticketTypeId}:${gift.eventId}` : gift.ticketTypeId,
      label: purchaseTexts.gift(gift.title, gift.nights, gift.firstTitle, formatShortDate(gift.firstDate)),
    })),
    invitationKey: facts.invitationKey,
  };
}

function rowView(row: PurchaseRow): PurchaseRowView {
  return {
    id: row.id,
    number: row.number,
    user: row.userName || row.email || purchaseTexts.nobody,
    email: row.email,
    event: row.eventTitle,
    type: row.typeName,
    voucher: row.voucher,
    quantity: row.quantity,
    remaining: `${row.entriesRemaining} / ${row.entriesTotal}`,
    state: row.state,
    paid: row.paid,
    kept: row.kept,
    payment: row.payment,
    when: whenText(row.at),
  };
}

function reviewRow(order: OrderInReview): PurchaseRowView {
  return {
    id: order.id,
    number: order.number,
    user: order.userName || purchaseTexts.nobody,
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
