import PostalMime from "postal-mime";

export type ParsedLetter = {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly messageId: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly ParsedAttachment[];
};

type ParsedAttachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly cid: string | null;
  readonly content: Uint8Array;
};

export async function parseLetter(raw: Uint8Array): Promise<ParsedLetter> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer" });
  const { name = "", address = "" } = mail.from ?? {};
  return {
    to: (mail.to ?? []).map((one) => one.address ?? "").join(", "),
    from: name ? `${name} <${address}>` : address,
    subject: mail.subject ?? "",
    messageId: mail.messageId ?? "",
    html: body(mail.html),
    text: body(mail.text),
    attachments: mail.attachments.map((one) => {
      const content = new Uint8Array(one.content as ArrayBuffer);
      const cid = one.contentId?.replace(/^<|>$/g, "") || null;
      return {
        filename: one.filename ?? "atasament",
        contentType: one.mimeType,
        size: content.length,
        cid,
        content,
      };
    }),
  };
}

/** The parser ends every body with a line break of its own. */
function body(text: string | undefined): string {
  return (text ?? "").replace(/\n$/, "");
}

/** The emails as `/_demo/mail.json` tells them. */
export function lettersAsJson(letters: readonly ParsedLetter[]): unknown {
  return letters.map(({ to, from, subject, html, text, attachments }) => ({
    to,
    from,
    subject,
    html,
    text,
    attachments: attachments.map(({ filename, contentType, size }) => ({ filename, contentType, size })),
  }));
}

/** The email as a page can show it: pictures that it carries with it are asked for at `addressOf(its place)`. */
export function showableHtml(letter: ParsedLetter, addressOf: (attachment: number) => string): string {
  // links open outside the mailbox's frame: the site's pages refuse to be shown in a frame
  const opened = letter.html.replace(/<head\b[^>]*>|^(?!.*<head\b)/is, '$&<base target="_top">');
  return opened.replace(/cid:([^"'\s)>]+)/g, (whole, cid: string) => {
    const at = letter.attachments.findIndex((attachment) => attachment.cid === cid);
    return at === -1 ? whole : addressOf(at);
  });
}
