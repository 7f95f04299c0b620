import type { OrderState } from "#ticketing/orders/order-state.ts";
import type { RefundCause } from "#ticketing/orders/refunds/refund-cause.ts";
import type { PaymentState } from "#ticketing/reports/purchase-search.ts";
import type { TimelineStep } from "../ui/timeline.tsx";

export type PurchaseRowView = {
  /** The ticket's id; the order's while there is no ticket. */
  id: string;
  user: string;
  email: string | null;
  event: string;
  type: string;
  quantity: number;
  remaining: string;
  isUsed: boolean;
  /** Bani. */
  price: number;
  payment: PaymentState;
  /** "17.07.2027 22:41" */
  when: string;
};

export type OrderDetails = {
  id: string;
  /** The first 12 characters of the id that was opened. */
  shortId: string;
  name: string;
  email: string | null;
  state: OrderState;
  payment: PaymentState;
  total: number;
  line: string;
  paymentId: string | null;
  boughtAt: string;
  tickets: {
    id: string;
    code: string;
    event: string;
    eventId: string;
    when: string;
    holder: string;
    left: number;
    inAll: number;
    suspended: "refund" | "dispute" | null;
    isValid: boolean;
    isSent: boolean;
  }[];
  steps: TimelineStep[];
  /** The last refund failed at the provider, and the tickets are unchanged. */
  hasFailedRefund: boolean;
  refund: {
    /** The remaining tickets, and how many of them may be refunded one by one. */
    tickets: number;
    most: number;
    used: number;
    unitPrice: number;
    /** Bani that can be refunded. */
    left: number;
    back: number;
    type: string;
    typeLeft: number;
  } | null;
};

export type RefundValues = {
  kind: "whole" | "part";
  tickets: string;
  why: RefundCause | "";
  note: string;
  restock: boolean;
  /** The used entries that a whole refund was confirmed for. */
  used: number;
};

export type InvitationValues = {
  email: string;
  ticket: string;
  quantity: string;
  because: string;
  key: string;
};

export type PurchaseListView = {
  review: PurchaseRowView[];
  rows: PurchaseRowView[];
  found: { count: number; isMore: boolean };
  search: {
    text: string;
    event: string;
    status: string;
    type: string;
    payment: string;
    sort: string;
    direction: "asc" | "desc";
  };
  isFiltered: boolean;
  previous: string | null;
  next: string | null;
  choices: { events: { value: string; label: string }[]; types: string[] };
  open: OrderDetails | null;
  act: "refund" | "invite" | null;
  /** Ticket types that can be given away. */
  gifts: { value: string; label: string }[];
  invitationKey: string;
};
