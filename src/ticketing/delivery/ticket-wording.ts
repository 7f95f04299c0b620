import { formatLei, type Money, sum } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { formatInstant, formatLongDate } from "#kernel/time.ts";
import type { TicketFacts } from "./ticket-facts.ts";

/** The club as tickets and emails name it; edited content of the site. */
export type Club = {
  readonly name: string;
  /** The seller as the law requires it: company, register number. */
  readonly trader: string;
  readonly address: string;
  readonly email: string;
};

/** "Sâmbătă, 26 iunie 2027" */
export function dateInWords(ticket: Pick<TicketFacts, "eventDate">): string {
  const text = formatLongDate(ticket.eventDate);
  return text.charAt(0).toLocaleUpperCase("ro") + text.slice(1);
}

/** "22:00", or a word that fits after "ora". */
export function timeInWords(ticket: Pick<TicketFacts, "eventTime">): string {
  return ticket.eventTime?.slice(0, 5) ?? "va fi anunțată";
}

/** The price of all rows of an order together: on a pass, one row alone has it. */
export function priceOf(tickets: readonly TicketFacts[]): Money {
  return sum(tickets.map((ticket) => ticket.totalPrice));
}

export function entriesInWords(count: number): string {
  return counted(count, { one: "intrare", few: "intrări", other: "intrări" });
}

/** The footer of a printed ticket; `together` are the tickets of the same order. */
export function footOf(
  ticket: TicketFacts,
  together: readonly TicketFacts[],
  club: Club,
): { atTheGate: string; smallPrint: string } {
  const several =
    ticket.entriesTotal > 1 ? ` Cele ${entriesInWords(ticket.entriesTotal)} se pot folosi pe rând.` : "";
  const paid = ticket.paidAt ? `, plătită pe ${formatInstant(ticket.paidAt)}` : "";
  return {
    atTheGate: `un act de identitate cu numele de pe bilet.${several} Nu îndoi codul; o copie intră o singură dată.`,
    smallPrint: [
      ...(ticket.isTest ? ["Bilet de probă."] : []),
      `Comanda ${ticket.orderNumber}${paid}.`,
      ...(club.trader ? [`${club.trader}.`] : []),
      ...(together.length === 1 ? [] : ["Prețul este al tuturor nopților împreună."]),
      "Biletul nu este rambursabil; dacă evenimentul se anulează sau se mută, primești banii înapoi.",
    ].join(" "),
  };
}

/** "420 LEI" */
export function priceInWords(tickets: readonly TicketFacts[]): string {
  return `${formatLei(priceOf(tickets))} LEI`;
}

/** Printable text: cedilla letters become comma letters, pictographs are removed. */
export function printable(text: string): string {
  return text
    .normalize("NFC")
    .replace(
      /[\u015e\u015f\u0162\u0163]/g,
      (letter) => "\u0218\u0219\u021a\u021b"["\u015e\u015f\u0162\u0163".indexOf(letter)] ?? letter,
    )
    .replace(/\p{Emoji_Presentation}|\u200d|\ufe0f|\p{Cc}/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
