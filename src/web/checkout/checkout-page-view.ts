import type { GuestAddress } from "#web/request/guest-address.ts";
import type { OrderSummaryView } from "./order-panel.tsx";

export type CheckoutPageView = {
  /** The order's number, as shown to people. */
  number: number;
  order: OrderSummaryView;
  /** Of who buys without an account. */
  sentTo: GuestAddress | null;
  state:
    | {
        kind: "open";
        /** `returned` came back from the card page, `fresh` has not been there yet. */
        visit: "fresh" | "returned";
        /** The address where the payment goes on. */
        payUrl: string;
        secondsLeft: number;
        secondsInAll: number;
      }
    | {
        kind: "line";
        /** The place in the queue: 1 is next. */
        place: number;
        /** The length of the queue when the order joined it; the horizon shows the progress. */
        placeAtStart: number;
        estimateSeconds: number;
        /** The addresses of the place, of the page itself, and of the payment. */
        placeUrl: string;
        pageUrl: string;
        payUrl: string;
      }
    | { kind: "over" }
    | { kind: "released" }
    /** Another choice for the same night took its place. */
    | { kind: "replaced"; number: number; url: string };
};
