import type { ReactElement } from "react";
import type { LetterView } from "#web/request/mailbox-letter.ts";
import { MailboxPage } from "./mailbox-page.tsx";

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

export const mailboxSamples: Record<string, () => ReactElement> = {
  mailbox: () => (
    <MailboxPage
      view={{
        kind: "list",
        letters: [letter, { ...letter, id: "2", subject: "Confirmă adresa", sentAt: "2027-06-14T17:58:00Z" }],
      }}
    />
  ),
  "mailbox-empty": () => <MailboxPage view={{ kind: "list", letters: [] }} />,
  "mailbox-letter": () => <MailboxPage view={{ kind: "letter", letter }} />,
};
