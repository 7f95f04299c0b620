import type { RefundCause } from "#ticketing/orders/refunds/refund-cause.ts";
import type { CodeState } from "#ticketing/reports/code-state-texts.ts";
import type { PurchaseRow } from "#ticketing/reports/purchase-list-queries.server.ts";

/** A ticket, or an order that is being checked: then the id is the order's, and there is no code with a state. */
export type PurchaseRowView = Pick<
  PurchaseRow,
  "id" | "number" | "email" | "voucher" | "quantity" | "paid" | "kept" | "payment"
> & {
  user: string;
  event: string;
  type: string;
  remaining: string;
  state: CodeState | null;
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
