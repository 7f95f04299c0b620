import { fillTemplate, type LetterTemplate, type LetterValues } from "../fill-template.ts";
import { letterPage } from "../letter-templates/letter-shell.ts";
import { cleanHtml, textOfHtml } from "./template-html.server.ts";

/** Puts the values into one of the program's own templates and the page around them. */
export function writeOwn(
  template: LetterTemplate,
  values: LetterValues,
  inHtml: LetterValues = {},
): LetterTemplate {
  const filled = fillTemplate(template, values, inHtml);
  return { ...filled, html: letterPage(filled.subject, filled.html) };
}

/**
 * The same with a template that somebody edited: cleaned after the values are in. Undefined when nothing that people
 * could read is left; the program's own is used then (F31).
 */
export function writeEdited(
  template: LetterTemplate,
  values: LetterValues,
  inHtml: LetterValues = {},
): LetterTemplate | undefined {
  const filled = fillTemplate(template, values, inHtml);
  const html = cleanHtml(filled.html);
  const text = filled.text.trim() === "" ? textOfHtml(html) : filled.text;
  if (textOfHtml(html) === "" || filled.subject === "") return undefined;
  return { subject: filled.subject, html: letterPage(filled.subject, html), text };
}
