import { mailHost } from "#platform/mail/mail-message.ts";
import { countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import type { LetterFrame } from "./letter-templates/letter-shell.ts";
import { besideTickets, type LetterSeat } from "./letter-templates/seat-rows.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import type { Groups } from "./ticket-letter-values.ts";
import { dateInWords, entriesInWords, positionInWords, typeInWords } from "./ticket-wording.ts";

/** The Content-ID of the picture of a code: the letter's own, or that of one ticket of several. */
export function qrAddress(origin: string, label = ""): string {
  return `qr${label}@${mailHost(origin)}`;
}

type Reader = {
  readonly origin: string;
  readonly groups: Groups;
  /** The buyer, if with an account; the first ticket is the buyer's own. */
  readonly maySend: boolean;
};

/** The tickets as a letter with several of them shows them; what was bought beside them comes last. */
export function seatsOfLetter(tickets: readonly CodedTicket[], reader: Reader): LetterSeat[] {
  const severalNights = new Set(tickets.map(({ eventId }) => eventId)).size > 1;
  return [...tickets]
    .sort((one, other) => Number(one.isAddOn) - Number(other.isAddOn))
    .map((ticket) => seatOfLetter(ticket, reader, severalNights));
}

/** What a letter brings; whether every ticket but the first, which is the buyer's own, can be sent to a friend. */
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
  { origin, groups, maySend }: Reader,
  severalNights: boolean,
): LetterSeat {
  const { position, label, isAddOn, entriesTotal, entriesRemaining } = ticket;
  const isForFriend = maySend && !isAddOn && (position?.no ?? 1) > 1;
  return {
    position: isAddOn ? besideTickets : positionInWords(ticket),
    holder: ticket.holderName?.trim() ?? "",
    label,
    group: groups === "with groups" ? ticket.code.group : "",
    type: [
      ...(severalNights ? [dateInWords(ticket)] : []),
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
