import type { LetterView } from "#web/request/mailbox-letter.ts";
import type { MailboxLetter } from "./mailbox.ts";

/** A letter as the mailbox's screens show it. */
export function letterView({
  id,
  from,
  to,
  subject,
  receivedAt,
  text,
  attachments,
}: MailboxLetter): LetterView {
  return {
    id,
    from,
    to,
    subject,
    sentAt: receivedAt.toISOString(),
    htmlUrl: `/_demo/mail/${id}/html`,
    text,
    attachments: attachments.map(({ filename, contentType, size }, n) => ({
      filename,
      contentType,
      size,
      url: `/_demo/mail/${id}/${n}`,
    })),
  };
}
