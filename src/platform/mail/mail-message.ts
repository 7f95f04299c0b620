/** An email ready to send. Attachments are bytes, never a path or an address to fetch. */
export type MailMessage = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Set when the email was written, so that a second copy is recognised as the same email. */
  readonly messageId: string;
  readonly attachments?: readonly MailAttachment[];
  /** For emails that people subscribed to: one POST to this address ends the subscription. */
  readonly unsubscribeUrl?: string;
};

type MailAttachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** For pictures that the email itself shows as `cid:...`. */
  readonly cid?: string;
};

/** What stands after the @ in the ids of a site's emails and of their parts, and in the name of its newsletter. */
export function mailHost(origin: string): string {
  return new URL(origin).hostname;
}

/** One line: every character that could begin another header, or hide in one, becomes a space. */
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
