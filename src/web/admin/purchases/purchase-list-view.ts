import type { RefundCause } from "#ticketing/orders/refunds/refund-cause.ts";
import type { CodeState, PaymentState } from "#ticketing/reports/purchase-search.ts";

export type PurchaseRowView = {
  /** The ticket's id; the order's id while it has no ticket. */
  id: string;
  /** The order's number. */
  number: number;
  user: string;
  email: string | null;
  event: string;
  type: string;
  /** The voucher's code that changed its price. */
  voucher: string | null;
  quantity: number;
  remaining: string;
  /** Null while the ticket has no code. */
  state: CodeState | null;
  /** In bani: what was paid, and what of it was not refunded. */
  paid: number;
  kept: number;
  payment: PaymentState;
  /** "17.07.2027 22:41" */
  when: string;
};

export type RefundValues = {
  /** Empty when no readable choice was made. */
  kind: "whole" | "part" | "seats" | "amount" | "owed" | "";
  /** The line for the kind `part`. */
  line: number;
  tickets: string;
  /** As typed, in lei. */
  amount: string;
  seats: string[];
  why: RefundCause | "";
  note: string;
  restock: boolean;
  /** How many used entries the person has confirmed for a refund of everything. */
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
