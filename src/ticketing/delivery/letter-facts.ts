import type { LetterValues } from "./fill-template.ts";
import type { GuestPlace } from "./guest-place-queries.server.ts";
import type { LetterFrame } from "./letter-templates/letter-shell.ts";
import type { BoughtOrder } from "./letter-templates/sum-rows.ts";
import type { ReturnedOrder } from "./returned-tickets-queries.server.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import type { Club } from "./ticket-wording.ts";

/** A ticket sent to a friend: the values of its email, and what was sent. */
export type SentInLetter = { readonly values: LetterValues; readonly sent: NonNullable<LetterFrame["sent"]> };

/** The facts that an email tells, as they are when it is written. */
export type LetterFacts = {
  readonly club: Club;
  readonly customerName: string;
  /** Whether the words may name the reader and the holders of the tickets: see `isNamedToReader`. */
  readonly isNamed: boolean;
  /** Version of a guest's order links; null for a reader with an account. */
  readonly linkVersion: number | null;
  /** Whether the reader is a guest who may still correct the address. */
  readonly mayCorrectAddress: boolean;
  /** Whether the reader bought the order that the email is about. */
  readonly isBuyer: boolean;
  /** Whether the reader bought the order and holds none of its valid tickets now. */
  readonly isSentOn: boolean;
  /** Whether the email goes to an address that the guest has corrected since; then it is not sent. */
  readonly isMisaddressed: boolean;
  readonly returned: ReturnedOrder | undefined;
  /** Set only for an email about a role: the change, and the link to details. */
  readonly roleChange?: LetterValues | undefined;
  /** Set only for an email about a cancelled or moved night. */
  readonly changedNight?: LetterValues | undefined;
  /** Set only for an email about a ticket sent to a friend; null when the transfer has ended: it is not sent. */
  readonly sentTicket?: SentInLetter | null | undefined;
  /** Set only for an email that offers a role; null when the offer has ended: it is not sent. */
  readonly invitation?: LetterValues | null | undefined;
  /** Set only for a copy of a message to a night's holders; null when this reader must no longer get it. */
  readonly nightMessage?: LetterValues | null | undefined;
  /** Set only for emails to a guest of a list; null when it must not be sent any more. */
  readonly guestPlace?: GuestPlace | null | undefined;
  /** Set only for an email that brings tickets to the buyer. */
  readonly bought: BoughtOrder | undefined;
  readonly tickets: readonly CodedTicket[];
};
