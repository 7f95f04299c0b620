import { TestPurchasePage, type TestPurchaseView } from "#web/demo/test-purchase-page.tsx";
import { TestPurchaseSuccess } from "#web/demo/test-purchase-success.tsx";
import { boughtTicket } from "./checkout-samples.tsx";
import { sampleNight, ticketTypes } from "./sample-season.ts";
import { screensOf } from "./screens-of.tsx";

const night = sampleNight("noaptea-fosforului");

const view: TestPurchaseView = {
  event: { ...night, picture: night.widePicture },
  types: ticketTypes,
  requestKey: "one press",
  chosen: { ticketTypeId: "general", quantity: 2 },
  refusal: null,
};

export const testPurchaseSamples = {
  ...screensOf(TestPurchasePage, {
    purchase: { view },
    "purchase-refused": { view: { ...view, refusal: "Nu exista suficiente bilete disponibile" } },
  }),
  ...screensOf(TestPurchaseSuccess, { "purchase-success": { tickets: [boughtTicket] } }),
};
