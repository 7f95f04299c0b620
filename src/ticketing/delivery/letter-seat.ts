import { mailHost } from "#platform/mail/mail-message.ts";
import type { LetterSeat } from "./letter-templates/seat-rows.ts";
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
  /** Its tickets are of several nights. */
  readonly severalNights: boolean;
  /** Who bought with an account; the first ticket is the buyer's own. */
  readonly maySend: boolean;
};

/** A ticket as a letter with several of them shows it. */
export function seatOfLetter(
  ticket: CodedTicket,
  { origin, groups, severalNights, maySend }: Reader,
): LetterSeat {
  const { position, label, isAddOn, entriesTotal, entriesRemaining } = ticket;
  const isForFriend = maySend && !isAddOn && (position?.no ?? 1) > 1;
  return {
    position: positionInWords(ticket),
    holder: ticket.holderName?.trim() ?? "",
    label,
    group: groups === "with groups" ? ticket.code.group : "",
    type: [
      ...(severalNights ? [dateInWords(ticket)] : []),
      typeInWords(ticket),
      ...(entriesTotal > 1 ? [entriesInWords(ticket)] : []),
    ].join(" · "),
    qr: `cid:${qrAddress(origin, label)}`,
    sendUrl:
      isForFriend && entriesTotal === 1 && entriesRemaining === 1
        ? `${origin}/profile/send/${ticket.purchaseId}`
        : null,
  };
}
