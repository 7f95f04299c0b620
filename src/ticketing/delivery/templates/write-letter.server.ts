import {
  fillTemplate,
  type LetterTemplate,
  type LetterValues,
  letterVariables,
  unknownVariables,
} from "../fill-template.ts";
import { letterPage } from "../letter-templates/letter-shell.ts";
import { sampleValues } from "./letter-sample.ts";
import { cleanHtml, textOfHtml } from "./template-html.server.ts";

/** Fills the values into one of the program's own templates, and puts the page around it. */
export function writeOwn(
  template: LetterTemplate,
  values: LetterValues,
  inHtml: LetterValues = {},
): LetterTemplate {
  const filled = fillTemplate(template, values, inHtml);
  return { ...filled, html: letterPage(filled.subject, filled.html, "light dark") };
}

/**
 * Fills the values into an edited template and cleans the result. Undefined when no readable text is left; the caller
 * then uses the program's own (F31).
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
  return { subject: filled.subject, html: letterPage(filled.subject, html, "light"), text };
}

/** A template that gives no email: the field that would be empty, and the unknown variables in it. */
export type EmptyTemplate = {
  readonly reason: "empty";
  readonly field: "subject" | "html_content";
  readonly unknown: readonly string[];
};

/** Why `writeEdited` could not send this template, even with a value for every variable; undefined when it could. */
export function emptyWhenSent(template: LetterTemplate): EmptyTemplate | undefined {
  if (writeEdited(template, everyValue)) return undefined;
  const isSubject = fillTemplate(template, everyValue).subject === "";
  const unknown = unknownVariables(isSubject ? template.subject : template.html);
  return { reason: "empty", field: isSubject ? "subject" : "html_content", unknown };
}

const everyValue: LetterValues = {
  ...Object.fromEntries(letterVariables.map((name) => [name, name])),
  ...sampleValues,
};
