import { groupBy } from "#kernel/group-by.ts";
import { formatLei } from "#kernel/money.ts";
import { formatLongDate } from "#kernel/time.ts";
import { countedTickets, countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import type { LetterValues } from "./fill-template.ts";
import type { LetterFacts } from "./letter-facts.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import {
  doorsInWords,
  entriesInWords,
  othersInWords,
  positionInWords,
  priceOf,
  timeInWords,
  typeInWords,
} from "./ticket-wording.ts";

/** Whether an email contains check groups. A label admits only together with its group. */
export type Groups = "with groups" | "without groups";

/** How many codes an email lists. A pass has a code for each of its nights, and an email need not be longer. */
const listedAtMost = 60;

/** The values of an email with `tickets`: the next night, what the reader has for it, and the list of all codes. */
export function valuesOfTickets(
  next: CodedTicket,
  tickets: readonly CodedTicket[],
  {
    customerName,
    isNamed,
    groups,
  }: Pick<LetterFacts, "customerName" | "isNamed"> & { readonly groups: Groups },
): LetterValues {
  const ofNight = tickets.filter(({ eventId }) => eventId === next.eventId);
  const price = priceOf(tickets);
  const doors = doorsInWords(next);
  return {
    customer_name: customerName,
    ...(isNamed ? { holder_name: next.holderName?.trim() || customerName } : {}),
    event_name: next.eventTitle,
    event_date: formatLongDate(next.eventDate),
    event_time: timeInWords(next),
    ...(doors ? { event_doors: doors } : {}),
    ...(next.eventEnds ? { event_ends: next.eventEnds } : {}),
    ...(next.minimumAge ? { minimum_age: `${next.minimumAge}` } : {}),
    event_location: next.location,
    ticket_type: typesInWords(ofNight),
    quantity: ticketsInWords(ofNight),
    total_price: price === null ? "" : formatLei(price),
    ticket_code: next.label,
    ticket_list: listOf(tickets, groups),
  };
}

/** "Intrare generală"; for several types, each with its number. */
function typesInWords(tickets: readonly CodedTicket[]): string {
  const types = groupBy(tickets, typeInWords);
  if (types.size === 1) return [...types.keys()].join("");
  return [...types].map(([name, ofType]) => `${quantityOf(ofType)} × ${name}`).join(", ");
}

/** The number after "Bilete:" in the templates, such as "3"; add-ons are counted apart. */
function ticketsInWords(tickets: readonly CodedTicket[]): string {
  const count = countTickets(
    tickets,
    ({ isAddOn }) => isAddOn,
    ({ quantity }) => quantity,
  );
  return count.addOns === 0 ? String(count.tickets) : countedTickets(count);
}

function quantityOf(tickets: readonly CodedTicket[]): number {
  return tickets.reduce((n, { quantity }) => n + quantity, 0);
}

/** One line for each code: which ticket it is, what it admits, and what is typed at the gate. */
function listOf(tickets: readonly CodedTicket[], groups: Groups): string {
  const severalNights = new Set(tickets.map(({ eventId }) => eventId)).size > 1;
  const severalTypes = new Set(tickets.map(({ typeName }) => typeName)).size > 1;
  const lines = tickets
    .slice(0, listedAtMost)
    .map((ticket) =>
      [
        severalNights ? `${ticket.eventTitle}, ${formatLongDate(ticket.eventDate)}` : "",
        positionInWords(ticket),
        severalTypes || ticket.enterUntil || ticket.isSplit ? typeInWords(ticket) : "",
        ticket.label,
        groups === "with groups" ? `grupa de control ${ticket.code.group}` : "",
        ticket.entriesTotal > 1 && !ticket.isSplit ? entriesInWords(ticket) : "",
      ]
        .filter(Boolean)
        .join(" · "),
    );
  const more = tickets.length - lines.length;
  return [...lines, ...(more > 0 ? [othersInWords(more)] : [])].join("\n");
}
