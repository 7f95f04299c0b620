/** A letter ready to go. Attachments are bytes, never a path or an address to fetch. */
export type MailMessage = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Fixed when the letter was written, so that a second copy is recognised as the same one. */
  readonly messageId: string;
  readonly attachments?: readonly MailAttachment[];
  /** For letters that people subscribed to: where one POST ends it. */
  readonly unsubscribeUrl?: string;
};

export type MailAttachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** For pictures that the letter itself shows as `cid:...`. */
  readonly cid?: string;
};

/** One line: whatever could begin another header, or hide in one, becomes a space. */
export function headerLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** Exactly one plain address: no name, no list, no comment, no second header. */
export function isPlainAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}<>()[\],;:"\\@]{1,64}@[^\s\p{Cc}<>()[\],;:"\\@]+$/u.test(text);
}

/** A file's name as an attachment may bear it. */
export function attachmentName(text: string): string {
  return headerLine(text).replace(/[/\\"]/g, "-");
}
