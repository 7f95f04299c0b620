import type { Sql } from "#platform/database/sql.ts";
import type { MailMessage } from "#platform/mail/mail-message.ts";
import { placeOf } from "#ticketing/events/map-link.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { VoidReason } from "#ticketing/letters/void-reason.ts";
import { sentTogether } from "#ticketing/orders/transfers/transfer.ts";
import { changedCalendar, choiceLinkOf } from "./changed-night-queries.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";
import type { LetterTemplate, LetterValues } from "./fill-template.ts";
import type { LetterFacts } from "./letter-facts.ts";
import { countSeats, qrAddress, seatsOfLetter } from "./letter-seat.ts";
import {
  builtInTemplates,
  isAboutAddedNight,
  isAboutSplit,
  type TemplateName,
  templateOf,
} from "./letter-template.ts";
import { type LetterFrame, orderPage, ticketsPage } from "./letter-templates/letter-shell.ts";
import { seatRows, seatsPlace } from "./letter-templates/seat-rows.ts";
import { orderValues, sumRows, sumsPlace } from "./letter-templates/sum-rows.ts";
import { logoOf } from "./logo-png.server.ts";
import { calendarType, nightCalendar } from "./night-calendar.ts";
import { linkOf } from "./order-link.server.ts";
import { plainValues, readLetterFacts } from "./read-letter-facts.server.ts";
import { addKeptParts } from "./templates/kept-parts.server.ts";
import { defaultTemplateChoice, hasFixedName, templateUseOf } from "./templates/template-choice.ts";
import {
  isBuiltInName,
  readTemplateChoice,
  readTemplateNamed,
  type StoredTemplate,
} from "./templates/template-queries.server.ts";
import { writeEdited, writeOwn } from "./templates/write-letter.server.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import { type Groups, valuesOfTickets } from "./ticket-letter-values.ts";
import { qrPng } from "./ticket-qr.server.ts";

export type Composed =
  | {
      readonly kind: "letter";
      readonly message: MailMessage;
      /** The template and its version, such as "ticket_confirmation 7". */
      readonly template: string;
      /** True when the chosen template could not be used, so the program's own was used (F31). */
      readonly isFallback: boolean;
    }
  /** The content is no longer true, for example because the tickets were refunded, so the email is not sent. */
  | { readonly kind: "void"; readonly reason: VoidReason };

const png = { filename: "cod-qr.png", contentType: "image/png" };
type Rendered = { readonly words: LetterTemplate; readonly template: string; readonly isFallback: boolean };
type RenderedLetter =
  | (Rendered & {
      readonly kind: "words";
      readonly facts: LetterFacts;
      /** The ticket for the next night. Its code is the email's main code. */
      readonly ticket?: CodedTicket;
      /** All tickets, when the email shows each one's code. */
      readonly shown?: readonly CodedTicket[];
    })
  | Extract<Composed, { kind: "void" }>;

/** The email as it would be sent now, with the prices that were paid. Without check groups it admits nobody. */
export async function renderLetter(
  services: DeliveryServices,
  letter: ClaimedLetter,
  groups: Groups,
): Promise<RenderedLetter> {
  const [facts, edited] = await services.database.withDuty("deliver", async (sql) => {
    const read = await readLetterFacts(sql, services, letter);
    return [read, await findEdited(sql, letter, read)];
  });
  const { club, tickets, customerName, isNamed, bought } = facts;
  if (facts.isMisaddressed) return { kind: "void", reason: "the guest has corrected the address" };
  if (facts.sentTicket === null) return { kind: "void", reason: "the ticket does not wait any more" };
  if (facts.invitation === null) return { kind: "void", reason: "the invitation is over" };
  if (facts.nightMessage === null)
    return { kind: "void", reason: "the message was stopped, or is not for the reader any more" };
  if (facts.guestPlace === null)
    return {
      kind: "void",
      reason: "the name is on no guest list any more, or its night is over or cancelled",
    };
  const { origin, settings } = services;
  const link = linkOf(services.keys, letter, facts);
  const presentValues = (facts.sentTicket ?? facts.guestPlace)?.values;
  const frame = {
    club,
    origin,
    holdMinutes: settings.holdMinutes,
    codes: tickets.length,
    ...orderOf(letter, facts),
    namesTickets: (facts.returned?.tickets.length ?? 0) > 0,
    isPartOfPass: letter.variables.pass === true,
    ...(presentValues ? { has: new Set(Object.keys(presentValues)) } : {}),
    ...(link ? { orderLink: `${origin}/orders/${link.order}?token=${encodeURIComponent(link.token)}` } : {}),
    isLinkLimited: facts.mayCorrectAddress,
    keepsUsed: letter.variables.kept === true,
    sentAmount: Number(letter.variables.sent ?? 0),
    isSentOn: facts.isSentOn,
    ...(facts.sentTicket ? { sent: facts.sentTicket.sent } : {}),
  };
  const chosen = { edited, own: templateOf(letter) };
  const picture = { qr_code_url: `cid:${qrAddress(origin)}` };
  const plainLetterValues = {
    ...plainValues(letter, facts),
    ...choiceLinkOf(origin, letter, link),
    order_link: orderPage(frame),
  };
  if (letter.kind !== "ticket_confirmation" && letter.kind !== "season_pass_confirmation")
    return { kind: "words", ...renderWords(frame, chosen, plainLetterValues, picture), facts };
  const ticket = isAboutAddedNight(letter)
    ? tickets.find((one) => one.eventId === letter.variables.night)
    : (tickets.find((one) => !one.isOver) ?? tickets[0]);
  if (!ticket) return { kind: "void", reason: "no ticket of this order admits any more" };
  const values = {
    ...valuesOfTickets(ticket, tickets, { customerName, isNamed, groups }),
    club_name: club.name,
    order_link: ticketsPage(frame).url,
    ...(placeOf(ticket, club.address) ? { way_link: `${origin}/events/${ticket.eventSlug}#drum` } : {}),
    ...(bought ? orderValues(bought, letter.kind === "ticket_confirmation" ? tickets.length : 1) : {}),
    qr_code_url: `${origin}/tickets/${ticket.purchaseId}/qr.png${link ? `?${new URLSearchParams(link)}` : ""}`,
  };
  const nights = new Set(tickets.map(({ eventId }) => eventId)).size;
  const seats = seatsOfLetter(tickets, {
    origin,
    groups,
    isNamed,
    maySend: facts.linkVersion === null && facts.isBuyer,
  });
  const ofTickets = {
    ...frame,
    has: new Set(Object.keys(values)),
    several: countSeats(tickets, seats),
    quantity: ticket.quantity,
    isOneNight: tickets.every(({ eventId }) => eventId === ticket.eventId),
    sent: { whole: sentTogether(ticket.family, nights), nights },
    isFree: bought?.total === 0,
    isInvitation: bought?.isInvitation ?? false,
  };
  const rendering = renderWords(
    ofTickets,
    isReceived(facts) && !isAboutAddedNight(letter) ? { edited: undefined, own: "ticket_received" } : chosen,
    values,
    picture,
  );
  if (!rendering.words.html.includes(seatsPlace)) return { kind: "words", ...rendering, facts, ticket };
  const html = rendering.words.html
    .replace(sumsPlace, () => (bought ? sumRows(bought) : ""))
    .replace(seatsPlace, () => seatRows(seats));
  return { kind: "words", ...rendering, words: { ...rendering.words, html }, facts, ticket, shown: tickets };
}

/** Composes an email just before it is sent: its text and its attachments. Codes are derived again. */
export async function composeLetter(services: DeliveryServices, letter: ClaimedLetter): Promise<Composed> {
  const rendered = await renderLetter(services, letter, "with groups");
  if (rendered.kind === "void") return rendered;
  const { words, template, isFallback, facts, ticket, shown = [] } = rendered;
  const templateFacts = { template, isFallback };
  const { messageId, recipient: to, variables } = letter;
  if (!ticket) {
    const unsubscribeLink =
      letter.kind === "newsletter_welcome" ? variables.action_url : facts.nightMessage?.action_url;
    const unsubscribe = typeof unsubscribeLink === "string" ? { unsubscribeUrl: unsubscribeLink } : {};
    const attachments =
      facts.guestPlace && letter.kind === "guest_place"
        ? {
            attachments: [
              { ...png, content: await qrPng(facts.guestPlace.qr), cid: qrAddress(services.origin) },
            ],
          }
        : await changedCalendar(services, letter, facts);
    return {
      kind: "letter",
      ...templateFacts,
      message: { ...words, ...unsubscribe, ...attachments, to, messageId },
    };
  }

  const { origin } = services;
  const { club, tickets } = facts;
  const name = tickets.length > 1 ? ticket.label.split("-").slice(0, 3).join("-") : ticket.label;
  const ticketsWithPicture = shown.length > 0 ? shown : [ticket];
  const qrs = ticketsWithPicture.map(({ code }) => code.qr);
  const logo = await logoOf(services, club);
  const printed = await services.pdfRenderer.print({ qrs, tickets, club, logo });
  // throws, so that the email is put off and tried again later
  if (!printed.ok) throw new Error(`its tickets were not printed: ${printed.refusal.problem}`);
  const { pngs, pdf } = printed.value;
  const pictures = ticketsWithPicture.map(({ label }, at) => ({
    filename: `${label}.png`,
    contentType: "image/png",
    content: pngs[at] ?? Buffer.alloc(0),
    cid: qrAddress(origin, shown.length > 0 ? label : ""),
  }));
  const calendar = nightCalendar(tickets, { origin, now: services.now(), clubAddress: club.address });
  return {
    kind: "letter",
    ...templateFacts,
    message: {
      ...words,
      to,
      messageId,
      attachments: [
        ...pictures,
        { filename: `${name}.pdf`, contentType: "application/pdf", content: pdf },
        { filename: `${name}.ics`, contentType: calendarType(), content: Buffer.from(calendar) },
      ],
    },
  };
}

/**
 * The chosen template for such emails, if an administrator has changed it; undefined means the program's own. An edited
 * "ticket_confirmation" is about one ticket, and every one of these about a purchase, so an invitation has none.
 */
async function findEdited(
  client: Sql,
  letter: ClaimedLetter,
  { tickets, bought }: LetterFacts,
): Promise<StoredTemplate | undefined> {
  if (bought?.isInvitation) return undefined;
  const own = builtInNameOf(templateOf(letter), tickets.length);
  const named = hasFixedName(own) ? await readTemplateNamed(client, own) : undefined;
  if (named && !named.isBuiltIn) return named;
  const use = isAboutAddedNight(letter) || isAboutSplit(letter) ? undefined : templateUseOf(letter.kind);
  if (!use) return undefined;
  const choice = await readTemplateChoice(client);
  if (own !== choice[use] && choice[use] === defaultTemplateChoice[use]) return undefined;
  const row = await readTemplateNamed(client, choice[use]);
  return row ?? { ...missingTemplate, name: choice[use], isBuiltIn: isBuiltInName(choice[use]) };
}

/** Stands in for a chosen template that no longer exists, so that the program's own is used. */
const missingTemplate = { id: "", subject: "", html: "", text: "", version: 0, updatedAt: new Date(0) };

function renderWords(
  frame: LetterFrame,
  { edited, own }: { edited: StoredTemplate | undefined; own: TemplateName },
  values: LetterValues,
  inHtml: LetterValues,
): Rendered {
  const isReadable = edited && !edited.isBuiltIn && writeEdited(edited, values, inHtml) !== undefined;
  const words = isReadable
    ? writeEdited(addKeptParts(edited, builtInNameOf(own, frame.codes ?? 1), frame), values, inHtml)
    : undefined;
  if (edited && words) return { words, template: `${edited.name} ${edited.version}`, isFallback: false };
  const name = edited?.isBuiltIn && isBuiltInName(edited.name) ? edited.name : own;
  return {
    words: writeOwn(builtInTemplates[name](frame), values, inHtml),
    template: name,
    isFallback: edited !== undefined && !edited.isBuiltIn,
  };
}

/** The name of an email's built-in template; an email with several tickets has that of an order. */
const builtInNameOf = (own: TemplateName, codes: number) =>
  own === "ticket_confirmation" && codes > 1 ? "order_confirmation" : own;

/** Whether the reader received all these tickets from others. Then no price is shown. */
function isReceived({ tickets }: LetterFacts): boolean {
  return tickets.length > 0 && tickets.every(({ totalPrice }) => totalPrice === null);
}

/** The facts about the order, for an email about returned money, or about a cancelled or moved night. */
function orderOf({ orderId }: ClaimedLetter, { returned }: LetterFacts): Pick<LetterFrame, "order"> {
  if (!orderId || !returned) return {};
  const { number, othersStay } = returned;
  return { order: { id: orderId, number, othersStay } };
}
