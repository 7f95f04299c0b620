import { escapeHtml } from "#kernel/escape-html.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { fillTemplate, type LetterTemplate, letterVariables } from "../fill-template.ts";
import { seatsTable } from "../letter-templates/seat-rows.ts";
import { qrPng } from "../ticket-qr.server.ts";
import { sampleQrText, sampleValues, withSampleSeats } from "./letter-sample.ts";
import { cleanHtml, removedElements } from "./template-html.server.ts";

export type TemplatePreview = {
  readonly subject: string;
  /** A whole document for a sandboxed frame. Nothing in it runs, loads or leads anywhere. */
  readonly html: string;
  readonly text: string;
  /** Unknown variables, each with the first line of the HTML that contains it (0: only outside the HTML). */
  readonly unknown: readonly { readonly name: string; readonly line: number }[];
  /** The elements that saving would remove. */
  readonly removed: readonly string[];
};

/** Stands for the rows of tickets while the invented values are filled in. */
const rowsMark = "[ticket_rows]";
const knownVariables = new Set<string>(letterVariables);
const placeholder = /\{\{ ?([a-z_]{1,40}) ?\}\}/g;

/**
 * Shows a template as an email with invented data. No picture is fetched (the sample's QR is inline data) and links
 * lead nowhere: the frame gives the document the page's origin, so the document must not be able to request anything.
 */
export async function previewTemplate({
  actor,
  template,
}: {
  readonly actor: Actor;
  readonly template: LetterTemplate;
}): Promise<Outcome<TemplatePreview, NotAllowed>> {
  if (!mayDo(actor, "preview-template")) return refused(notAllowed);
  const shown = {
    subject: withUnknownNamed(template.subject),
    html: withUnknownNamed(template.html),
    text: withUnknownNamed(template.text),
  };
  const filled = fillTemplate(shown, sampleValues, { ticket_rows: rowsMark });
  const qr = `data:image/png;base64,${(await qrPng(sampleQrText)).toString("base64")}`;
  return done({
    subject: filled.subject,
    html: framedLetter(
      { subject: filled.subject, html: withSampleSeats(filled.html.replaceAll(rowsMark, seatsTable)) },
      qr,
    ),
    text: filled.text,
    unknown: unknownWithLines(template),
    removed: removedElements(template.html),
  });
}

/** An email as a document for a sandboxed frame, without pictures and links. `qr`: a code's picture, if shown. */
export function framedLetter({ subject, html }: Pick<LetterTemplate, "subject" | "html">, qr = ""): string {
  const body = cleanHtml(html)
    .replace(/(<a\b[^>]*?) href="[^"]*"/gi, "$1")
    // An email is 600 px wide, but the frame is as narrow as a phone.
    .replaceAll("width:600px", "width:100%")
    .replaceAll(' width="600"', ' width="100%"')
    .replaceAll('src="cid:qr@estival"', `src="${qr}"`)
    .replace(/(<img\b[^>]*?) src="(?!data:)[^"]*"/gi, "$1");
  return previewPage(subject, body);
}

function previewPage(title: string, body: string): string {
  return `<!doctype html><html lang="ro"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head><body style="margin:0;font-family:Arial,Helvetica,sans-serif">${body}</body></html>`;
}

function withUnknownNamed(text: string): string {
  return text.replace(placeholder, (whole, name: string) =>
    knownVariables.has(name) ? whole : `[${name} necunoscut]`,
  );
}

function unknownWithLines({ subject, html, text }: LetterTemplate): { name: string; line: number }[] {
  const found = new Map<string, number>();
  html.split("\n").forEach((line, at) => {
    for (const [, name = ""] of line.matchAll(placeholder))
      if (!knownVariables.has(name) && !found.has(name)) found.set(name, at + 1);
  });
  for (const [, name = ""] of `${subject}\n${text}`.matchAll(placeholder))
    if (!knownVariables.has(name) && !found.has(name)) found.set(name, 0);
  return [...found].map(([name, line]) => ({ name, line }));
}
