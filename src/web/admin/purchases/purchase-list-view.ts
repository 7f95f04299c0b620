import type { RefundCause } from "#ticketing/orders/refunds/refund-cause.ts";
import type { CodeState, PaymentState } from "#ticketing/reports/purchase-search.ts";

export type PurchaseRowView = {
  /** The ticket's id; the order's while there is no ticket. */
  id: string;
  /** The order's. */
  number: number;
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
  /** Bani: what was paid, and what of it remains. */
  paid: number;
  kept: number;
  payment: PaymentState;
  /** "17.07.2027 22:41" */
  when: string;
};

export type RefundValues = {
  /** Empty when nothing was chosen that can be read. */
  kind: "whole" | "part" | "seats" | "amount" | "owed" | "";
  /** The line of a part. */
  line: number;
  tickets: string;
  /** As it was typed, in lei. */
  amount: string;
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
