/** An email ready to send. Attachments are bytes, never a path or an address to fetch. */
export type MailMessage = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Chosen when the email was written, so that a second copy is recognised as the same email. */
  readonly messageId: string;
  readonly attachments?: readonly MailAttachment[];
  /** For emails that people subscribed to. One POST to this address ends the subscription. */
  readonly unsubscribeUrl?: string;
};

type MailAttachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** The id by which the email's own HTML shows the picture (`cid:...`). */
  readonly cid?: string;
};

/** The part after the @ in the ids of a site's emails and in the name of its newsletter. */
export function mailHost(origin: string): string {
  return new URL(origin).hostname;
}

/** The text as one line: every character that could begin or hide another header becomes a space. */
export function headerLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** Exactly one plain address: no name, no list, no comment, no second header. */
export function isPlainAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}<>()[\],;:"\\@]{1,64}@[^\s\p{Cc}<>()[\],;:"\\@]+$/u.test(text);
}

/** A file's name, safe for an attachment. */
export function attachmentName(text: string): string {
  return headerLine(text).replace(/[/\\"]/g, "-");
}
