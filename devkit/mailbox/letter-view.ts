import type { LetterView } from "#web/request/site-services.ts";
import type { MailboxLetter } from "./mailbox.ts";

/** An email as the mailbox's screens show it. */
export function letterView({ id, receivedAt, attachments, ...letter }: MailboxLetter): LetterView {
  const { from, to, subject, text } = letter;
  return {
    ...{ id, from, to, subject, text },
    sentAt: receivedAt.toISOString(),
    htmlUrl: `/_demo/mail/${id}/html`,
    attachments: attachments.map(({ filename, contentType, size }, n) => ({
      ...{ filename, contentType, size },
      url: `/_demo/mail/${id}/${n}`,
    })),
  };
}
