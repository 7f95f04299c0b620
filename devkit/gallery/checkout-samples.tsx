import type { BoughtTicketView } from "#web/checkout/bought-tickets.tsx";
import { CheckoutPage } from "#web/checkout/checkout-page.tsx";
import type { CheckoutPageView } from "#web/checkout/checkout-page-view.ts";
import { SuccessPage } from "#web/checkout/success-page.tsx";
import sampleQr from "./sample-qr.svg";
import { sampleNight } from "./sample-season.ts";
import { screensOf } from "./screens-of.tsx";

const event = sampleNight("noaptea-fosforului");
const email = "ioana@exemplu.example";

const open: CheckoutPageView = {
  number: "10482",
  order: {
    event,
    lines: [
      { label: "Intrare înainte de 23:00", quantity: 1, total: 8000 },
      { label: "Intrare generală", quantity: 2, total: 22_000 },
    ],
    total: 30_000,
  },
  state: {
    ...{ kind: "open", visit: "returned", payUrl: "/_demo/pay/1" },
    ...{ secondsLeft: 1450, secondsInAll: 1800 },
  },
};

const lineUrl = "/_demo/screens/checkout-line";

export const boughtTicket: BoughtTicketView = {
  ...{ event, type: "Intrare generală", holder: "Ioana Exemplu", price: 22000, entries: 2 },
  issued: { code: "FSC-7730-418206", group: "W4HD2R8C", qrUrl: sampleQr, entriesLeft: 2 },
};

const receipt = {
  ...{ orderId: "10482", amount: 22000, currency: "ron", status: "paid" },
  date: "2027-06-14T18:07:00Z",
};

export const checkoutSamples = {
  ...screensOf(CheckoutPage, {
    "checkout-open": { view: open },
    "checkout-line": {
      view: {
        ...open,
        state: {
          ...{ kind: "line", place: 1285, placeAtStart: 1900, estimateSeconds: 62 },
          ...{ placeUrl: lineUrl, pageUrl: lineUrl, payUrl: lineUrl },
        },
      },
    },
    "checkout-over": { view: { ...open, state: { kind: "over" } } },
  }),
  ...screensOf(SuccessPage, {
    success: { view: { kind: "paid", email, tickets: [boughtTicket], receipt } },
    "success-several": {
      view: {
        kind: "paid",
        email,
        tickets: [
          boughtTicket,
          {
            ...boughtTicket,
            event: sampleNight("balul-de-la-plaja"),
            issued: { code: "SEASON-2210-640918-02", group: "P9C4J7ZE", qrUrl: sampleQr, entriesLeft: 2 },
          },
        ],
        receipt,
      },
    },
    "success-pending": {
      view: {
        kind: "pending",
        email,
        tickets: [{ ...boughtTicket, issued: null }],
        receipt: { ...receipt, status: "unpaid" },
      },
    },
    "success-generic": { view: { kind: "generic" } },
  }),
};
