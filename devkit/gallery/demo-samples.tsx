import { MailboxPage } from "#web/demo/mailbox-page.tsx";
import { TestPurchasePage, type TestPurchaseView } from "#web/demo/test-purchase-page.tsx";
import { TestPurchaseSuccess } from "#web/demo/test-purchase-success.tsx";
import type { LetterView } from "#web/request/site-services.ts";
import { boughtTicket } from "./checkout-samples.tsx";
import { screensOf } from "./render-screen.tsx";
import { sampleNight, ticketTypes } from "./sample-season.ts";

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

const letter: LetterView = {
  id: "1",
  from: "Fosfor Summer Club <salut@fosfor.example>",
  to: "ioana@exemplu.example",
  subject: "Biletul tău pentru Noaptea Fosforului",
  sentAt: "2027-06-14T18:07:00Z",
  htmlUrl: "about:blank",
  text: "Bună, Ioana!\n\nAcesta este biletul tău pentru Noaptea Fosforului.",
  attachments: [
    {
      filename: "bilet-FSC-4821-093175.pdf",
      contentType: "application/pdf",
      size: 48210,
      url: "/favicon.svg",
    },
  ],
};
const older = { ...letter, id: "2", subject: "Confirmă adresa", sentAt: "2027-06-14T17:58:00Z" };

export const mailboxSamples = screensOf(MailboxPage, {
  mailbox: { view: { kind: "list", letters: [letter, older] } },
  "mailbox-empty": { view: { kind: "list", letters: [] } },
  "mailbox-letter": { view: { kind: "letter", letter } },
});
