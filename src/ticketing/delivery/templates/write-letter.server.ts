import { escapeHtml } from "#kernel/escape-html.ts";
import { newId } from "#kernel/id.ts";
import {
  fillTemplate,
  hasVariableInAddress,
  type LetterTemplate,
  type LetterValues,
  letterVariables,
  unknownVariables,
  variablesIn,
} from "../fill-template.ts";
import { letterPage } from "../letter-templates/letter-shell.ts";
import { seatsTable } from "../letter-templates/seat-rows.ts";
import { untilEnds } from "../letter-templates/ticket-rows.ts";
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
 * Fills the values into an edited template and cleans the result. The rows of tickets are added later, at
 * `seatsPlace`. Undefined when no readable text is left; the caller then uses the program's own template (F31).
 */
export function writeEdited(
  template: LetterTemplate,
  values: LetterValues,
  inHtml: LetterValues = {},
): LetterTemplate | undefined {
  // stands for the rows of tickets until everything else is cleaned; it is random, so nobody can have written it
  const rows = newId();
  const told = withoutMissing(template, values);
  const filled = fillTemplate({ ...told, html: cleanHtml(told.html) }, values, {
    ...inHtml,
    ticket_rows: rows,
  });
  const html = cleanHtml(filled.html);
  const list = escapeHtml(values.ticket_list ?? "").replaceAll("\n", "<br>");
  const text = filled.text.trim() === "" ? textOfHtml(html.replaceAll(rows, () => list)) : filled.text;
  if (textOfHtml(html) === "" || filled.subject === "") return undefined;
  const whole = html.replaceAll(rows, () => seatsTable);
  return { subject: filled.subject, html: letterPage(filled.subject, whole, "light"), text };
}

const optionalVariables = [
  "event_doors",
  "minimum_age",
  "order_paid",
  "ticket_list",
  "holder_name",
  "way_link",
] as const;
/** A table row with words only. A row with pictures or paragraphs is never left out. */
const plainRow = /<tr>(?:(?!<\/?(?:tr|table|p|h\d|div|ul|img)[ >]).)*<\/tr>/gs;

/** The template without the rows and lines whose optional variable has no value, such as the minimum age. */
function withoutMissing({ subject, html, text }: LetterTemplate, values: LetterValues): LetterTemplate {
  const hasItsValues = (part: string) =>
    !variablesIn(part).some((name) => optionalVariables.some((one) => one === name && !values[one]));
  const withoutUnknownEnd = (form: string) => (values.event_ends ? form : form.replaceAll(untilEnds, ""));
  return {
    subject,
    html: withoutUnknownEnd(html).replace(plainRow, (row) => (hasItsValues(row) ? row : "")),
    text: withoutUnknownEnd(text).split("\n").filter(hasItsValues).join("\n"),
  };
}

/** The refusal of a template that would make an empty email: the empty field, and the unknown variables in it. */
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

export type UnfitTemplate =
  | EmptyTemplate
  /** A variable stands inside a written address: see `hasVariableInAddress`. */
  | { readonly reason: "in_address"; readonly field: "html_content" | "text_content" };

/** Why this template may not be saved; undefined when it may. */
export function unfitTemplate(template: LetterTemplate): UnfitTemplate | undefined {
  const texts = { html_content: textOfHtml(template.html), text_content: template.text };
  const field = (["html_content", "text_content"] as const).find((one) => hasVariableInAddress(texts[one]));
  return emptyWhenSent(template) ?? (field && { reason: "in_address", field });
}

const everyValue: LetterValues = {
  ...Object.fromEntries(letterVariables.map((name) => [name, name])),
  ...sampleValues,
};
