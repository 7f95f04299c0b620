import type { OrderState } from "#ticketing/orders/order-state.ts";
import type { RefundCause } from "#ticketing/orders/refunds/refund-cause.ts";
import type { TicketCount } from "#ticketing/orders/ticket-count-texts.ts";
import type { CodeState, PaymentState } from "#ticketing/reports/purchase-search.ts";
import type { TimelineStep } from "../ui/timeline.tsx";

export type PurchaseRowView = {
  /** The ticket's id; the order's while there is no ticket. */
  id: string;
  user: string;
  email: string | null;
  event: string;
  type: string;
  /** The code for its price. */
  voucher: string | null;
  quantity: number;
  remaining: string;
  /** Null while there is no code. */
  state: CodeState | null;
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
  buyerId: string;
  state: OrderState;
  payment: PaymentState;
  /** Nothing was to be paid, so that no provider knows it. */
  isFree: boolean;
  /** Bani that came in, went back, were taken by a bank, and are left. */
  paid: number;
  back: number;
  taken: number;
  kept: number;
  /** "2 × Terasa Orizont, 1 × Parcare" */
  content: string;
  lines: LineView[];
  paymentId: string | null;
  boughtAt: string;
  /** Entries that are left on valid codes, and those of all. */
  left: number;
  inAll: number;
  suspended: "refund" | "dispute" | null;
  /** A valid code, whose confirmation is sent again. */
  resendId: string | null;
  steps: TimelineStep[];
  /** The last refund failed at the provider, and the tickets are unchanged. */
  hasFailedRefund: boolean;
  /** Why money does not go back: our balance at the provider is too small, and it waits, or the provider gave up. */
  shortBalance: { kind: "waits"; n: number; amount: number } | { kind: "failed" } | null;
  refund: RefundChoices | null;
};

/** A line of an order, with the seats that it became. */
export type LineView = {
  no: number;
  title: string;
  /** Of a ticket, before a code. */
  price: string;
  phase: string | null;
  /** The code that it was bought with, its page, and the bani that it took off the line. */
  voucher: { code: string; to: string; discount: number } | null;
  seats: SeatView[];
};

export type SeatView = {
  id: string;
  /** Its number within the order. */
  number: number;
  /** It lets nobody in: what it stands for is given out. */
  isAddOn: boolean;
  /** Bani of it that are paid; of an ended one, that were. */
  price: number;
  state: CodeState;
  codes: {
    id: string;
    code: string;
    event: string;
    eventId: string;
    when: string;
    holder: string;
    /** Name and address of who got it from the buyer. */
    heldBy: string | null;
    left: number;
    inAll: number;
    isSent: boolean;
  }[];
};

/** What can be refunded of an order now. */
export type RefundChoices = {
  /** Everything, in bani, with the tickets that end and the used entries of all seats. */
  whole: { amount: number; count: TicketCount };
  /** What is owed for tickets that ended, in bani; it is in `whole` too. */
  owed: number;
  used: number;
  /** Lines with one code for several tickets, of which at most `most` go back one by one. */
  parts: {
    line: number;
    title: string;
    tickets: number;
    isAddOn: boolean;
    price: number;
    most: number;
    used: number;
  }[];
  /** Units, each with the ids of its seats; none when there is one only, which is everything. */
  units: { seats: string[]; number: string; title: string; price: number; used: number }[];
  /** Some seats are of one ticket and go back together only. */
  hasJoinedSeats: boolean;
  /** Add-ons that were given out, which do not go back, by their names. */
  givenOut: string[];
  /** The types with what they have left to sell, and the pool that their places go back to as well. */
  types: StockOfType[];
};

export type StockOfType = {
  title: string;
  left: TicketCount;
  pool: { name: string; left: number } | null;
};

export type RefundValues = {
  /** Empty when nothing was chosen that can be read. */
  kind: "whole" | "part" | "seats" | "owed" | "";
  /** The line of a part. */
  line: number;
  tickets: string;
  seats: string[];
  why: RefundCause | "";
  note: string;
  restock: boolean;
  /** The used entries that a whole refund was confirmed for. */
  used: number;
};

export type InvitationValues = {
  email: string;
  name: string;
  ticket: string;
  quantity: string;
  because: string;
  key: string;
};

export type PurchaseListView = {
  review: PurchaseRowView[];
  rows: PurchaseRowView[];
  /** The rows of the search, and the tickets in them while all rows are counted. */
  found: { count: number; tickets: number; isMore: boolean };
  search: {
    text: string;
    event: string;
    status: string;
    type: string;
    payment: string;
    /** The first day, "2027-07-17"; "" for all. */
    since: string;
    only: "" | "counted";
    sort: string;
    direction: "asc" | "desc";
  };
  isFiltered: boolean;
  previous: string | null;
  next: string | null;
  choices: { events: { value: string; label: string }[]; types: string[] };
  open: OrderDetails | null;
  /** The seat that a refund was begun with. */
  seat: string | null;
  act: "refund" | "invite" | null;
  /** Lei that the person who looks may give back in a day, and still today; null without a limit. */
  refundLimit: { limit: string; left: string } | null;
  /** The person who looks may give money back. */
  mayRefund: boolean;
  /** Ticket types that can be given away. */
  gifts: { value: string; label: string }[];
  invitationKey: string;
};
