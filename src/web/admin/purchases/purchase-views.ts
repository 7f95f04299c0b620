import { formatLeiExact } from "#kernel/money.ts";
import { formatShortDate } from "#kernel/time.ts";
import type { Gift } from "#ticketing/orders/gifts/gift-queries.server.ts";
import type { RefundAllowance } from "#ticketing/orders/refunds/refund-allowance-queries.server.ts";
import type { OrderInReview, OrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import type { PurchasePage, PurchaseRow } from "#ticketing/reports/purchase-list-queries.server.ts";
import { isFiltered, type PurchaseSearch, type PurchaseSort } from "#ticketing/reports/purchase-search.ts";
import { detailsOf, whenText } from "./purchase-details.ts";
import type { PurchaseListView, PurchaseRowView } from "./purchase-list-view.ts";
import { purchaseTexts } from "./purchase-texts.ts";

type ListFacts = {
  page: PurchasePage;
  found: { rows: number; tickets: number };
  most: number;
  review: readonly OrderInReview[];
  choices: { events: { id: string; title: string; date: string }[]; types: string[] };
  order: OrderOverview | undefined;
  open: string | null;
  seat: string | null;
  act: "refund" | "invite" | null;
  /** Null for who may give back whatever was paid. */
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

export function purchaseListView(facts: ListFacts): PurchaseListView {
  const { page, search, order, open } = facts;
  return {
    review: facts.review.map(reviewRow),
    rows: page.rows.map(rowView),
    found: {
      count: Math.min(facts.found.rows, facts.most),
      tickets: facts.found.tickets,
      isMore: facts.found.rows > facts.most,
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
    ...{ act: facts.act, seat: facts.seat },
    refundLimit: facts.allowance && {
      limit: formatLeiExact(facts.allowance.limit),
      left: formatLeiExact(facts.allowance.left),
    },
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
    user: row.userName || row.email || purchaseTexts.nobody,
    email: row.email,
    event: row.eventTitle,
    type: row.typeName,
    voucher: row.voucher,
    quantity: row.quantity,
    remaining: `${row.entriesRemaining} / ${row.entriesTotal}`,
    state: row.state,
    price: row.totalPrice,
    payment: row.payment,
    when: whenText(row.at),
  };
}

function reviewRow(order: OrderInReview): PurchaseRowView {
  return {
    id: order.id,
    user: order.userName || purchaseTexts.nobody,
    email: null,
    event: order.eventTitle,
    type: order.title,
    voucher: null,
    quantity: order.quantity,
    remaining: `${order.people} / ${order.people}`,
    state: null,
    price: order.total,
    payment: "review",
    when: whenText(order.at),
  };
}
