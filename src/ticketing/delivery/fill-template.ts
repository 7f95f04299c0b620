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

/** The variables that templates may use: the specified ones, and others that only certain emails have. */
export const letterVariables = [
  ...specifiedVariables,
  "club_name",
  "holder_name",
  /** The codes of an order with several tickets, one line each. */
  "ticket_list",
  /** The link of the email's button. */
  "action_url",
  "one_time_code",
  /** The other ways into an account whose password changed. */
  "ways_in",
  /** A sentence about who has which role now. */
  "role_change",
  "role_link",
  /** The friend who sent or accepted a ticket. */
  "friend_name",
  "valid_until",
  "event_doors",
  "event_ends",
  "minimum_age",
  /** Why a night was cancelled or moved. */
  "night_reason",
  /** When a moved night was to take place. */
  "old_date",
  /** The date of a moved night, or its hour when the date stays; and which of the two that is, in words. */
  "moved_to",
  "new_time",
  /** The team's message to the ticket holders of a night. */
  "message_subject",
  "message_text",
  /** The sums of an order, one line each. */
  "order_sums",
  /** The order's number and time of payment. */
  "order_paid",
  /** The tickets of an order, each with its QR code. */
  "ticket_rows",
  /** The page on which the reader sees the order or its tickets. */
  "order_link",
  /** The part of the night's page that explains the way there. */
  "way_link",
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

const placeholder = /\{\{ ?([a-z_]{1,40}) ?\}\}/g;

const knownVariables: ReadonlySet<string> = new Set(letterVariables);

/** The variables of a text, each one once, in the order of the text. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name))];
}

export function unknownVariables(text: string): string[] {
  return variablesIn(text).filter((name) => !knownVariables.has(name));
}

/** Matches what only an address has: `//`, `www.` or an ending such as `.ro`. */
const addressPart = /\/\/|www\.|[^\s.]\.\p{L}{2}/iu;

/**
 * Whether a variable stands inside a written address, as in `club.ro/?{{order_link}}`. Mail programs make a link of it, so
 * that site would get the value.
 */
export function hasVariableInAddress(text: string): boolean {
  const words = text.replace(placeholder, "\0").split(/[\s<>]+/);
  // without a value, too, because an empty one may join the two halves of an address
  return words.some(
    (word) =>
      word.includes("\0") && ["x", ""].some((value) => addressPart.test(word.replaceAll("\0", value))),
  );
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
  const valueFor = (name: string, from: LetterValues) => {
    const value = Object.hasOwn(from, name) ? from[name as LetterVariable] : undefined;
    return value && namesOfPeople.has(name) ? withoutDomain(value) : value;
  };
  const plain = (_: string, name: string, at: number, all: string) =>
    inPlace(name, valueFor(name, values) ?? "", all.slice(0, at));
  const escaped = (_: string, name: string, at: number, all: string) =>
    escapeHtml(
      inPlace(name, valueFor(name, inHtml) ?? valueFor(name, values) ?? "", all.slice(0, at)),
    ).replaceAll("\n", linesAreKept.has(name) ? "<br>" : "\n");
  return {
    subject: headerLine(template.subject.replace(placeholder, plain)).slice(0, 250),
    html: template.html.replace(placeholder, escaped),
    text: template.text.replace(placeholder, plain),
  };
}
