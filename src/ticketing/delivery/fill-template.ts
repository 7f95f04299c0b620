import { escapeHtml } from "#kernel/escape-html.ts";
import { withoutDomain } from "#kernel/person-name.ts";
import { headerLine } from "#platform/mail/mail-message.ts";

/** An email whose variables are not filled in yet. */
export type LetterTemplate = { readonly subject: string; readonly html: string; readonly text: string };

/** The variables that the specification lists for templates (B10-24). */
export const specifiedVariables = [
  "customer_name",
  "event_name",
  "event_date",
  "event_time",
  "event_location",
  "ticket_type",
  "quantity",
  "total_price",
  "ticket_code",
  "qr_code_url",
] as const;

/**
 * The variables that templates may use: the specified ones; the club and the name on the ticket; the codes of an order with several tickets, a line each; and
 * the link, code or sentence of emails that need one: other ways into an account whose password changed, who has
 * which role now, the friend who sent or accepted a ticket, until when a link is good, when a night's
 * doors open, when it ends and from which age, why it was cancelled or moved, and when it was to take place; what the
 * team wrote to its holders; the sums of an order, a line each, and its number with when it was paid or what was bought;
 * its tickets, each with its QR; and where the reader sees the order or its tickets.
 */
export const letterVariables = [
  ...specifiedVariables,
  "club_name",
  "holder_name",
  "ticket_list",
  "action_url",
  "one_time_code",
  "ways_in",
  "role_change",
  "role_link",
  "friend_name",
  "valid_until",
  "event_doors",
  "event_ends",
  "minimum_age",
  "night_reason",
  "old_date",
  "message_subject",
  "message_text",
  "order_sums",
  "order_paid",
  "ticket_rows",
  "order_link",
] as const;
export type LetterVariable = (typeof letterVariables)[number];
export type LetterValues = Partial<Record<LetterVariable, string>>;

/** Variables with names that people chose. They are written so that no mail program makes a link of them. */
const namesOfPeople: ReadonlySet<string> = new Set<LetterVariable>([
  "customer_name",
  "holder_name",
  "friend_name",
]);

/** Variables whose lines each begin on a new line in HTML. */
const linesAreKept: ReadonlySet<string> = new Set<LetterVariable>([
  "ticket_list",
  "message_text",
  "order_sums",
]);

/** Matches the end of a text after which a sentence or a line begins. */
const beforeSentence = /(?:^|[\n>]|[.!?] )$/;

/** The value in its place. A date is written as inside a sentence, so at a sentence's start it gets a capital. */
function inPlace(name: string, value: string, before: string): string {
  if (name !== "event_date" || !beforeSentence.test(before)) return value;
  return value.charAt(0).toLocaleUpperCase("ro") + value.slice(1);
}

const place = /\{\{ ?([a-z_]{1,40}) ?\}\}/g;

const known: ReadonlySet<string> = new Set(letterVariables);

/** The variables of a text, each once, in their order. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(place)].map(([, name = ""]) => name))];
}

/** Those that no letter has. */
export function unknownVariables(text: string): string[] {
  return variablesIn(text).filter((name) => !known.has(name));
}

/**
 * Fills in all values in one pass, so a value is never read as a template. In HTML each value is escaped once; the
 * subject stays one line. An unknown variable becomes empty. Other text in braces stays as it is.
 */
export function fillTemplate(
  template: LetterTemplate,
  values: LetterValues,
  inHtml: LetterValues = {},
): LetterTemplate {
  const read = (name: string, from: LetterValues) => {
    const value = Object.hasOwn(from, name) ? from[name as LetterVariable] : undefined;
    return value && namesOfPeople.has(name) ? withoutDomain(value) : value;
  };
  const plain = (_: string, name: string, at: number, all: string) =>
    inPlace(name, read(name, values) ?? "", all.slice(0, at));
  const escaped = (_: string, name: string, at: number, all: string) =>
    escapeHtml(inPlace(name, read(name, inHtml) ?? read(name, values) ?? "", all.slice(0, at))).replaceAll(
      "\n",
      linesAreKept.has(name) ? "<br>" : "\n",
    );
  return {
    subject: headerLine(template.subject.replace(place, plain)).slice(0, 250),
    html: template.html.replace(place, escaped),
    text: template.text.replace(place, plain),
  };
}
