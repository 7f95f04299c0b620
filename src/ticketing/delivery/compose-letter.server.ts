import type pg from "pg";
import { bani, formatLei } from "#kernel/money.ts";
import { dayOf } from "#kernel/time.ts";
import type { MailMessage } from "#platform/mail/mail-message.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { readClub } from "./club-queries.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";
import type { LetterTemplate, LetterValues } from "./fill-template.ts";
import { builtInTemplates, type TemplateName } from "./letter-template.ts";
import type { LetterFrame } from "./letter-templates/letter-shell.ts";
import { waysInWords } from "./letter-templates/ways-in-words.ts";
import { nightCalendar } from "./night-calendar.ts";
import { roleChangeOf } from "./role-change-queries.server.ts";
import { templateUseOf } from "./templates/template-choice.ts";
import {
  isBuiltInName,
  readTemplateChoice,
  readTemplateNamed,
  type StoredTemplate,
} from "./templates/template-queries.server.ts";
import { writeEdited, writeOwn } from "./templates/write-letter.server.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import { printHere } from "./ticket-press.server.ts";
import { ticketsOfOrder } from "./ticket-queries.server.ts";
import { type Club, dateInWords, priceOf, timeInWords } from "./ticket-wording.ts";

export type Composed =
  | {
      readonly kind: "letter";
      readonly message: MailMessage;
      /** What it was written with, such as "ticket_confirmation 7". */
      readonly template: string;
      /** The chosen template could not be used; the program's own took its place (F31). */
      readonly isFallback: boolean;
    }
  /** What it would tell is no longer true, such as tickets that were refunded meanwhile. */
  | { readonly kind: "void"; readonly reason: string };

type Facts = {
  readonly club: Club;
  readonly customerName: string;
  readonly orderTitle: string;
  /** Of a letter about a role: what changed, and where more is told. */
  readonly roleChange?: LetterValues | undefined;
  readonly tickets: readonly CodedTicket[];
};

const nameless = "drag oaspete";
const qrAddress = "qr@estival";

type Worded = { readonly words: LetterTemplate; readonly template: string; readonly isFallback: boolean };
type Wording =
  | (Worded & { readonly kind: "words"; readonly facts: Facts; readonly ticket?: CodedTicket })
  | Extract<Composed, { kind: "void" }>;

/** The words of a letter as they would be sent now: with today's template and prices as paid. */
export async function wordLetter(services: DeliveryServices, letter: ClaimedLetter): Promise<Wording> {
  const [facts, edited] = await services.database.withDuty("deliver", (sql) =>
    Promise.all([readFacts(sql.$client, services, letter), findEdited(sql.$client, letter)]),
  );
  const frame = { club: facts.club, origin: services.origin, holdMinutes: services.settings.holdMinutes };
  const write = (values: LetterValues, inHtml: LetterValues = {}) =>
    writeOut(frame, { edited, own: templateOf(letter) }, values, inHtml);
  if (letter.kind !== "ticket_confirmation" && letter.kind !== "season_pass_confirmation")
    return { kind: "words", ...write(plainValues(letter, facts)), facts };
  const today = dayOf(services.now());
  const ticket = tellsOfNight(letter)
    ? facts.tickets.find((one) => one.eventId === letter.variables.night)
    : (facts.tickets.find((one) => one.eventDate >= today) ?? facts.tickets[0]);
  if (!ticket) return { kind: "void", reason: "no ticket of this order admits any more" };
  const values = {
    ...ticketValues(ticket, facts),
    qr_code_url: `${services.origin}/tickets/${ticket.purchaseId}/qr.png`,
  };
  return { kind: "words", ...write(values, { qr_code_url: `cid:${qrAddress}` }), facts, ticket };
}

/** Writes a letter out, at the time of sending: its words, and what it brings, with codes derived anew. */
export async function composeLetter(services: DeliveryServices, letter: ClaimedLetter): Promise<Composed> {
  const wording = await wordLetter(services, letter);
  if (wording.kind === "void") return wording;
  const { words, template, isFallback, facts, ticket } = wording;
  const how = { template, isFallback };
  const { messageId, recipient: to, variables } = letter;
  if (!ticket) {
    const leave = letter.kind === "newsletter_welcome" ? variables.action_url : undefined;
    const unsubscribe = typeof leave === "string" ? { unsubscribeUrl: leave } : {};
    return { kind: "letter", ...how, message: { ...words, ...unsubscribe, to, messageId } };
  }

  const name = facts.tickets.length > 1 ? ticket.label.split("-").slice(0, 3).join("-") : ticket.label;
  const print = services.press?.print ?? printHere;
  const { png, pdf } = await print({ qr: ticket.code.qr, tickets: facts.tickets, club: facts.club });
  const calendar = nightCalendar(facts.tickets, services.origin, services.now());
  return {
    kind: "letter",
    ...how,
    message: {
      ...words,
      to,
      messageId,
      attachments: [
        {
          filename: `${ticket.label}.png`,
          contentType: "image/png",
          content: png,
          cid: qrAddress,
        },
        {
          filename: `${name}.pdf`,
          contentType: "application/pdf",
          content: pdf,
        },
        {
          filename: `${name}.ics`,
          contentType: "text/calendar; charset=utf-8",
          content: Buffer.from(calendar),
        },
      ],
    },
  };
}

/** The template that was chosen for such letters, if somebody has changed it; the program's own needs no row. */
async function findEdited(client: pg.ClientBase, letter: ClaimedLetter): Promise<StoredTemplate | undefined> {
  const use = tellsOfNight(letter) ? undefined : templateUseOf(letter.kind);
  if (!use) return undefined;
  const choice = await readTemplateChoice(client);
  const row = await readTemplateNamed(client, choice[use]);
  return row ?? { ...nothing, name: choice[use], isBuiltIn: isBuiltInName(choice[use]) };
}

/** A chosen template that is no longer there. */
const nothing = { id: "", subject: "", html: "", text: "", version: 0, updatedAt: new Date(0) };

function writeOut(
  frame: LetterFrame,
  { edited, own }: { edited: StoredTemplate | undefined; own: TemplateName },
  values: LetterValues,
  inHtml: LetterValues,
): Worded {
  const words = edited && !edited.isBuiltIn ? writeEdited(edited, values, inHtml) : undefined;
  if (edited && words) return { words, template: `${edited.name} ${edited.version}`, isFallback: false };
  const name = edited?.isBuiltIn && isBuiltInName(edited.name) ? edited.name : own;
  return {
    words: writeOwn(builtInTemplates[name](frame), values, inHtml),
    template: name,
    isFallback: edited !== undefined && !edited.isBuiltIn,
  };
}

/** A night came to a pass that was sold: the letter is about its ticket. */
function tellsOfNight({ kind, variables }: ClaimedLetter): boolean {
  return kind === "season_pass_confirmation" && typeof variables.night === "string";
}

function templateOf(letter: ClaimedLetter): TemplateName {
  if (tellsOfNight(letter)) return "season_pass_night_added";
  if (letter.kind !== "payment_returned") return letter.kind;
  if (letter.variables.reason === "second_payment") return "payment_returned_twice_paid";
  return letter.variables.reason === "refunded" ? "payment_returned_refunded" : letter.kind;
}

async function readFacts(
  client: pg.ClientBase,
  { keys, origin }: DeliveryServices,
  letter: ClaimedLetter,
): Promise<Facts> {
  const { rows } = await client.query<{ name: string | null; title: string | null }>({
    name: "letter-facts",
    text: "SELECT (SELECT full_name FROM profiles WHERE id = $1) AS name, (SELECT title FROM orders WHERE id = $2) AS title",
    values: [letter.userId, letter.orderId],
  });
  return {
    club: await readClub(client),
    customerName: rows[0]?.name?.trim() || nameless,
    orderTitle: rows[0]?.title ?? "",
    roleChange: letter.kind === "role_changed" ? await roleChangeOf(client, origin, letter) : undefined,
    tickets: letter.orderId ? await ticketsOfOrder(client, keys, letter.orderId) : [],
  };
}

/** Letters about accounts and money: what their cause wrote down, names as they are now. */
function plainValues({ variables }: ClaimedLetter, facts: Facts): LetterValues {
  const { action_url: link, token: code, amount, ways_in: waysIn } = variables;
  return {
    // a letter that was written without a name keeps to that
    customer_name: variables.customer_name === "" ? nameless : facts.customerName,
    ticket_type: facts.orderTitle,
    ...facts.roleChange,
    ...(typeof link === "string" ? { action_url: link } : {}),
    ...(typeof code === "string" ? { one_time_code: code } : {}),
    ...(waysIn === undefined ? {} : { ways_in: waysInWords(waysIn) }),
    ...(typeof amount === "number" ? { total_price: formatLei(bani(amount)) } : {}),
  };
}

function ticketValues(ticket: CodedTicket, { customerName, tickets }: Facts): LetterValues {
  return {
    customer_name: ticket.holderName?.trim() || customerName,
    event_name: ticket.eventTitle,
    event_date: dateInWords(ticket),
    event_time: timeInWords(ticket),
    event_location: ticket.location,
    ticket_type: ticket.typeName,
    quantity: String(ticket.quantity),
    total_price: formatLei(priceOf(tickets)),
    ticket_code: ticket.label,
  };
}
