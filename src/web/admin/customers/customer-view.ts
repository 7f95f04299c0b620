import type { PaymentState } from "#ticketing/reports/purchase-search.ts";

export type CustomerView = {
  id: string;
  name: string;
  email: string;
  isGuest: boolean;
  isProven: boolean;
  since: string;
  /** Bani. */
  paid: number;
  returned: number;
  /** How many there are of each kind; fewer may be shown. */
  inAll: { orders: number; tickets: number; letters: number; notes: number };
  /** The address that shows more of each kind. */
  moreTo: string | null;
  orders: {
    id: string;
    number: number;
    what: string;
    at: string;
    total: number;
    returned: number;
    payment: PaymentState | null;
  }[];
  tickets: {
    id: string;
    orderId: string | null;
    code: string;
    night: string;
    type: string;
    isReceived: boolean;
    left: string;
    status: "paid" | "used" | "refunded" | "cancelled";
  }[];
  letters: {
    id: string;
    what: string;
    to: string;
    at: string;
    state: "queued" | "inflight" | "sent" | "dead" | "bounced";
  }[];
  notes: { id: string; note: string; by: string }[];
};

export type CustomerAnswer =
  | { form: "note"; note: string; error: string | null; notice: string | null }
  | { form: "address"; email: string; error: string | null; notice: string | null }
  | { form: "remove"; notice: string };
