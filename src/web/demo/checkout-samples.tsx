import type { ReactElement } from "react";
import { CheckoutConflictPage } from "#web/checkout/checkout-conflict-page.tsx";
import { CheckoutPage } from "#web/checkout/checkout-page.tsx";
import type { CheckoutPageView } from "#web/checkout/checkout-page-view.ts";
import type { OrderSummaryView } from "#web/checkout/order-panel.tsx";
import { type BoughtTicketView, SuccessPage } from "#web/checkout/success-page.tsx";
import sampleQr from "./sample-qr.svg";
import { tallPicture } from "./sample-season.ts";

const order: OrderSummaryView = {
  event: {
    id: "noaptea-fosforului",
    title: "Noaptea Fosforului",
    date: "2027-06-26",
    time: "22:00",
    location: "Plaja Licurici",
    picture: tallPicture("noaptea-fosforului"),
  },
  lines: [{ label: "Intrare generală", quantity: 2, price: 11000 }],
  total: 22000,
};

const other: OrderSummaryView = {
  event: {
    id: "balul-de-la-plaja",
    title: "Balul de la Plajă",
    date: "2027-08-21",
    time: "21:00",
    location: "Plaja Licurici",
    picture: tallPicture("balul-de-la-plaja"),
  },
  lines: [{ label: "Cuplu", quantity: 1, price: 19000 }],
  total: 19000,
};

const held = { payUrl: "/_demo/pay/1", secondsLeft: 1450, secondsInAll: 1800 };

const open: CheckoutPageView = {
  number: "10482",
  order,
  state: { kind: "open", visit: "returned", ...held },
};

const bought: BoughtTicketView = {
  event: order.event,
  type: "Intrare generală",
  holder: "Ioana Exemplu",
  price: 22000,
  entries: 2,
  issued: { code: "FSC-4821-093175", group: "K7QX9M2P", qrUrl: sampleQr, entriesLeft: 2 },
};

const receipt = {
  orderId: "10482",
  amount: 22000,
  currency: "ron",
  status: "paid",
  date: "2027-06-14T18:07:00Z",
};

export const checkoutSamples: Record<string, () => ReactElement> = {
  "checkout-open": () => <CheckoutPage view={open} />,
  "checkout-line": () => (
    <CheckoutPage
      view={{
        ...open,
        state: {
          kind: "line",
          place: 1285,
          placeAtStart: 1900,
          estimateSeconds: 62,
          placeUrl: "/_demo/screens/checkout-line",
          pageUrl: "/_demo/screens/checkout-line",
          payUrl: "/_demo/screens/checkout-line",
        },
      }}
    />
  ),
  "checkout-over": () => <CheckoutPage view={{ ...open, state: { kind: "over" } }} />,
  "checkout-conflict": () => (
    <CheckoutConflictPage
      view={{ open: { ...order, ...held }, wanted: { ...other, ticketTypeId: "couple", quantity: 1 } }}
    />
  ),
  success: () => (
    <SuccessPage view={{ kind: "paid", email: "ioana@exemplu.example", tickets: [bought], receipt }} />
  ),
  "success-several": () => (
    <SuccessPage
      view={{
        kind: "paid",
        email: "ioana@exemplu.example",
        tickets: [
          bought,
          {
            ...bought,
            event: other.event,
            issued: { code: "SEASON-2210-640918-02", group: "P9C4J7ZE", qrUrl: sampleQr, entriesLeft: 2 },
          },
        ],
        receipt,
      }}
    />
  ),
  "success-pending": () => (
    <SuccessPage
      view={{
        kind: "pending",
        email: "ioana@exemplu.example",
        tickets: [{ ...bought, issued: null }],
        receipt: { ...receipt, status: "unpaid" },
      }}
    />
  ),
  "success-generic": () => <SuccessPage view={{ kind: "generic" }} />,
};
