import { mailHost } from "#platform/mail/mail-message.ts";
import { countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import type { LetterFrame } from "./letter-templates/letter-shell.ts";
import { besideTickets, type LetterSeat } from "./letter-templates/seat-rows.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import type { Groups } from "./ticket-letter-values.ts";
import { entriesInWords, nightAndHours, positionInWords, typeInWords } from "./ticket-wording.ts";

/** The Content-ID of a QR picture in an email. `label`: the ticket's label, when the email shows several QR codes. */
export function qrAddress(origin: string, label = ""): string {
  return `qr${label}@${mailHost(origin)}`;
}

type Reader = {
  readonly origin: string;
  readonly groups: Groups;
  /** True for a buyer with an account, who may send every ticket except the first to friends. */
  readonly maySend: boolean;
  /** Whether the names of the holders are written: see `isNamedToReader`. */
  readonly isNamed: boolean;
};

/** The rows of an email with several tickets; add-ons come last. */
export function seatsOfLetter(tickets: readonly CodedTicket[], reader: Reader): LetterSeat[] {
  const severalNights = new Set(tickets.map(({ eventId }) => eventId)).size > 1;
  return [...tickets]
    .sort((one, other) => Number(one.isAddOn) - Number(other.isAddOn))
    .map((ticket) => seatOfLetter(ticket, reader, severalNights));
}

/** Counts tickets and add-ons. `isSendable`: the first ticket is the buyer's own; all others can be sent. */
export function countSeats(
  tickets: readonly CodedTicket[],
  seats: readonly LetterSeat[],
): NonNullable<LetterFrame["several"]> {
  const count = countTickets(tickets, ({ isAddOn }) => isAddOn);
  const others = seats.slice(1, count.tickets);
  const isFirst = tickets.find(({ isAddOn }) => !isAddOn)?.position?.no === 1;
  return { ...count, isSendable: isFirst && others.every(({ sendUrl }) => sendUrl !== null) };
}

function seatOfLetter(
  ticket: CodedTicket,
  { origin, groups, maySend, isNamed }: Reader,
  severalNights: boolean,
): LetterSeat {
  const { position, label, isAddOn, entriesTotal, entriesRemaining } = ticket;
  const isForFriend = maySend && !isAddOn && (position?.no ?? 1) > 1;
  return {
    position: isAddOn ? besideTickets : positionInWords(ticket),
    holder: (isNamed && ticket.holderName?.trim()) || "",
    label,
    group: groups === "with groups" ? ticket.code.group : "",
    type: [
      ...(severalNights ? nightAndHours(ticket) : []),
      typeInWords(ticket),
      ...(entriesTotal > 1 && !ticket.isSplit ? [entriesInWords(ticket)] : []),
    ].join(" · "),
    qr: `cid:${qrAddress(origin, label)}`,
    sendUrl:
      isForFriend && entriesTotal === 1 && entriesRemaining === 1
        ? `${origin}/profile/send/${ticket.purchaseId}`
        : null,
  };
}
