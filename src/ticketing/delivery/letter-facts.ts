import type { LetterValues } from "./fill-template.ts";
import type { GuestPlace } from "./guest-place-queries.server.ts";
import type { BoughtOrder } from "./letter-templates/sum-rows.ts";
import type { ReturnedOrder } from "./returned-tickets-queries.server.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import type { Club } from "./ticket-wording.ts";

/** What an email says, as it is when the email is written. */
export type LetterFacts = {
  readonly club: Club;
  readonly customerName: string;
  /** Of a guest, the version of the links to the orders; null where the reader has an account. */
  readonly linkVersion: number | null;
  /** The reader bought the order that the email is about. */
  readonly isBuyer: boolean;
  /** It is for the address that a guest gave before. */
  readonly isMisaddressed: boolean;
  readonly returned: ReturnedOrder | undefined;
  /** Only for an email about a role: the change, and the link to more details. */
  readonly roleChange?: LetterValues | undefined;
  /** Only for an email about a cancelled or a moved night. */
  readonly changedNight?: LetterValues | undefined;
  /** Only for an email about a ticket sent to a friend; null when it is no longer true. */
  readonly sentTicket?: LetterValues | null | undefined;
  /** Only for an email that offers a role; null when the offer is over. */
  readonly invitation?: LetterValues | null | undefined;
  /** Only for a copy of a message to a night's holders; null when the reader shall not get it any more. */
  readonly nightMessage?: LetterValues | null | undefined;
  /** Only for an email to a guest; null when the name is on no list any more. */
  readonly guestPlace?: GuestPlace | null | undefined;
  /** Only for an email that brings tickets to the buyer. */
  readonly bought: BoughtOrder | undefined;
  readonly tickets: readonly CodedTicket[];
};
