import type { OrderSummaryView } from "./order-panel.tsx";

export type CheckoutPageView = {
  /** The order's number, as people say it. */
  number: string;
  order: OrderSummaryView;
  state:
    | {
        kind: "open";
        /** `returned` came back from the card page, `fresh` has not been there yet. */
        visit: "fresh" | "returned";
        /** Where paying goes on. */
        payUrl: string;
        secondsLeft: number;
        secondsInAll: number;
      }
    | {
        kind: "line";
        /** How many stand before, with oneself: 1 is next. */
        place: number;
        /** How long the line was when one joined it; the horizon shows the way already gone. */
        placeAtStart: number;
        estimateSeconds: number;
        /** Where the place is asked for, where the page itself is, and where paying goes on. */
        placeUrl: string;
        pageUrl: string;
        payUrl: string;
      }
    | { kind: "over" }
    | { kind: "released" };
};
