import { MailboxPage } from "#web/demo/mailbox-page.tsx";
import type { LetterView } from "#web/request/site-services.ts";
import { screensOf } from "./screens-of.tsx";

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
      ...{ contentType: "application/pdf", size: 48210, url: "/favicon.svg" },
    },
  ],
};
const older = { ...letter, id: "2", subject: "Confirmă adresa", sentAt: "2027-06-14T17:58:00Z" };

export const mailboxSamples = screensOf(MailboxPage, {
  mailbox: { view: { kind: "list", letters: [letter, older] } },
  "mailbox-empty": { view: { kind: "list", letters: [] } },
  "mailbox-letter": { view: { kind: "letter", letter } },
});
