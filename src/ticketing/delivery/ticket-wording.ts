import { formatLei, type Money, sum } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { type Day, dayOf, formatInstant, formatLongDate, type WallTime, wallTimeOf } from "#kernel/time.ts";
import type { Look } from "#ticketing/content/brand.ts";
import { hourOfDoors, letInAt, type NightHours } from "#ticketing/events/enter-until.ts";
import { newTimeTexts } from "#ticketing/orders/moved-nights/moved-night-texts.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { seatKey, type TicketFacts } from "./ticket-facts.ts";

/** The club as tickets and emails name it; editable texts of the site. */
export type Club = {
  readonly name: string;
  /** The seller as the law requires: company and register number. */
  readonly trader: string;
  readonly address: string;
  readonly email: string;
  /** Its logo and colours; absent when they are Estival's own. */
  readonly look?: Look;
};

/** "Sâmbătă, 26 iunie 2027" */
export function dateInWords(ticket: Pick<TicketFacts, "eventDate">): string {
  const text = formatLongDate(ticket.eventDate);
  return text.charAt(0).toLocaleUpperCase("ro") + text.slice(1);
}

/** "22:00", or words that fit after "ora" when the time is not known. */
export function timeInWords(ticket: Pick<TicketFacts, "eventTime">): string {
  return ticket.eventTime?.slice(0, 5) ?? "va fi anunțată";
}

/** What a letter calls the new date or hour of a night that was on the day `was`: in its subject, in its sentences. */
export function newMomentInWords(
  was: Day,
  { date, time }: { readonly date: Day; readonly time: WallTime | null },
) {
  const isSameDay = was === date;
  return {
    movedTo: isSameDay ? `ora ${timeInWords({ eventTime: time })}` : formatLongDate(date),
    newTime: newTimeTexts.newTime(isSameDay),
  };
}

type Hours = Pick<TicketFacts, "eventDate" | "eventTime" | "eventDoors">;

/** "23:30", "marți la 23:30" (`hourOfDoors`). */
export function doorsInWords({ eventDate: date, eventTime: time, eventDoors: doors }: Hours): string | null {
  return hourOfDoors({ date, time, doors });
}

/** "Ușile 21:00" and "18+", if they are known. */
export function entryRules({ minimumAge, ...hours }: Hours & Pick<TicketFacts, "minimumAge">): string[] {
  const doors = doorsInWords(hours);
  return [...(doors ? [`Ușile ${doors}`] : []), ...(minimumAge ? [`${minimumAge}+`] : [])];
}

/** The night of a ticket among those of other nights, with its own hours. */
export function nightAndHours(ticket: Hours & Pick<TicketFacts, "eventTitle">): string[] {
  const doors = doorsInWords(ticket);
  return [
    ticket.eventTitle,
    `${formatLongDate(ticket.eventDate)}, ora ${timeInWords(ticket)}`,
    ...(doors ? [`ușile ${doors}`] : []),
  ];
}

/** "sâmbătă, 26 iunie 2027, 21:00" */
export function dayAndHour(moment: Date): string {
  return `${formatLongDate(dayOf(moment))}, ${wallTimeOf(moment)}`;
}

/** When a night lets people in: "sâmbătă, 26 iunie 2027, 21:00", or the end of its day when it has no hour. */
export function openingInWords(night: NightHours): string {
  if (night.doors ?? night.time) return dayAndHour(new Date(letInAt(night) * 1000));
  return `la sfârșitul zilei de ${formatLongDate(night.date)}`;
}

/** The price of all these rows together; for a pass, only one row has it. Null for a person who received them. */
export function priceOf(tickets: readonly TicketFacts[]): Money | null {
  const prices = tickets.flatMap(({ totalPrice }) => (totalPrice === null ? [] : [totalPrice]));
  return prices.length === 0 ? null : sum(prices);
}

/** The rows of the same seat: one ticket, or all nights of one person's pass. */
export function nightsOfSeat<Ticket extends TicketFacts>(
  ticket: TicketFacts,
  tickets: readonly Ticket[],
): Ticket[] {
  return tickets.filter((other) => seatKey(other) === seatKey(ticket));
}

/** "Biletul 2 din 3", or a word for an add-on; empty when it is the only ticket. */
export function positionInWords({ position, isAddOn }: Pick<TicketFacts, "position" | "isAddOn">): string {
  if (isAddOn) return "Supliment";
  return position && position.of > 1 ? `Biletul ${position.no} din ${position.of}` : "";
}

/** "Cod nou, nr. 2": older codes of the same label no longer admit. Empty for the first code. */
export function codeInWords({ secretVersion }: Pick<TicketFacts, "secretVersion">): string {
  return secretVersion > 1 ? `Cod nou, nr. ${secretVersion}` : "";
}

/** The sentence about codes that a list leaves out. */
export function othersInWords(count: number): string {
  return `Celelalte ${count} sunt în PDF-ul atașat.`;
}

type Type = Pick<TicketFacts, "typeName" | "enterUntil" | "entriesTotal" | "isAddOn" | "isSplit">;

/** "Intrare generală", with its last hour if there is one; "Cuplu, 1 intrare" when it was split. */
export function typeInWords({ typeName, enterUntil, ...ticket }: Type): string {
  const name = ticket.isSplit ? `${typeName}, ${entriesInWords(ticket)}` : typeName;
  return enterUntil ? `${name} (valabil la poartă până la ${enterUntil})` : name;
}

/** "2 intrări", or for an add-on "2 bucăți". */
export function entriesInWords({
  entriesTotal,
  isAddOn,
}: Pick<TicketFacts, "entriesTotal" | "isAddOn">): string {
  return isAddOn ? counted(entriesTotal, "piece") : counted(entriesTotal, "entry");
}

/** Printed beside words whose letters the fonts cannot draw. */
export const latinNote =
  "Numele scrise cu alte litere apar aici cu litere latine; așa cum au fost scrise, se văd pe ecran.";

/** The footer of a printed ticket. `nights`: all nights of the same seat. */
export function footOf(
  ticket: TicketFacts,
  nights: readonly TicketFacts[],
  club: Club,
): { atTheGate: string; smallPrint: string } {
  const isOne = ticket.entriesTotal === 1;
  const several = isOne ? "" : ` Cele ${entriesInWords(ticket)} se pot folosi pe rând.`;
  const copy = isOne ? "o copie intră o singură dată" : "o copie nu are alte intrări";
  const price = priceOf(nights);
  const paid = ticket.paidAt
    ? `, ${price === 0 ? "primită" : "plătită"} pe ${formatInstant(ticket.paidAt)}`
    : "";
  return {
    atTheGate: ticket.isAddOn
      ? `codul de pe acest supliment, la ridicare.${several} Nu ține loc de intrare.`
      : `${ticket.enterUntil ? `intrare până la ${ticket.enterUntil}, cu ` : ""}un act de identitate cu numele de pe bilet.${several} Nu îndoi codul; ${copy}.`,
    smallPrint: [
      ...(ticket.isTest ? ["Bilet de probă."] : []),
      ...(ticket.orderNumber === null ? [] : [`${orderName(ticket.orderNumber)}${paid}.`]),
      ...(club.trader ? [`${club.trader}.`] : []),
      ...(nights.length === 1 || ticket.totalPrice === null
        ? []
        : ["Prețul este al tuturor nopților împreună."]),
      // no money goes back to a person who paid nothing, or who got the ticket from a friend
      price ? `Biletul nu este rambursabil. ${returnTexts.promise}` : returnTexts.free,
    ].join(" "),
  };
}

/** "420 LEI"; empty when the price is not the reader's to see. */
export function priceInWords(tickets: readonly TicketFacts[]): string {
  const price = priceOf(tickets);
  return price === null ? "" : `${formatLei(price)} LEI`;
}

/** A text for print: comma letters in place of cedillas, no pictographs. A joiner inside a script's word stays. */
export function printable(text: string): string {
  return text
    .normalize("NFC")
    .replace(
      /[\u015e\u015f\u0162\u0163]/g,
      (letter) => "\u0218\u0219\u021a\u021b"["\u015e\u015f\u0162\u0163".indexOf(letter)] ?? letter,
    )
    .replace(/\p{Emoji_Presentation}|(?<!\p{L}\p{M})\u200d|\ufe0f|\p{Cc}/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
