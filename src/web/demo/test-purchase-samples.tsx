import type { ReactElement } from "react";
import sampleQr from "./sample-qr.svg";
import { tallPicture, ticketTypes, widePicture } from "./sample-season.ts";
import { TestPurchasePage, type TestPurchaseView } from "./test-purchase-page.tsx";
import { TestPurchaseSuccess } from "./test-purchase-success.tsx";

const night = {
  id: "noaptea-fosforului",
  title: "Noaptea Fosforului",
  date: "2027-06-26",
  time: "22:00",
  location: "Plaja Licurici",
};

const view: TestPurchaseView = {
  event: { ...night, picture: widePicture("noaptea-fosforului") },
  types: ticketTypes,
  requestKey: "one press",
  chosen: { ticketTypeId: "general", quantity: 2 },
  refusal: null,
};

export const testPurchaseSamples: Record<string, () => ReactElement> = {
  purchase: () => <TestPurchasePage view={view} />,
  "purchase-refused": () => (
    <TestPurchasePage view={{ ...view, refusal: "Nu exista suficiente bilete disponibile" }} />
  ),
  "purchase-success": () => (
    <TestPurchaseSuccess
      tickets={[
        {
          event: { ...night, picture: tallPicture("noaptea-fosforului") },
          type: "Intrare generală",
          holder: "Ioana Exemplu",
          price: 22000,
          entries: 2,
          issued: { code: "FSC-7730-418206", group: "W4HD2R8C", qrUrl: sampleQr, entriesLeft: 2 },
        },
      ]}
    />
  ),
};
