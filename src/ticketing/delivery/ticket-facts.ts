import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { EventPicture } from "#ticketing/events/event.ts";
import type { MovedFrom } from "#ticketing/events/moved-from.ts";
import type { Family } from "#ticketing/events/type-family.ts";

/** One ticket with everything printed on it: a purchase row, its night, its type, its order. */
export type TicketFacts = {
  readonly purchaseId: Uuid;
  readonly orderId: Uuid;
  /** Of the order, which its buyer alone sees: who received a ticket sees nothing of it. */
  readonly orderNumber: number | null;
  readonly paidAt: Date | null;
  /** Its holder. */
  readonly userId: Uuid;
  readonly eventId: Uuid;
  /** Its name in addresses: `/events/{slug}`. */
  readonly eventSlug: string;
  readonly eventTitle: string;
  readonly eventDate: Day;
  readonly eventTime: WallTime | null;
  /** When it ends; before its begin means the next day. */
  readonly eventEnds: WallTime | null;
  /** Whether the night has ended, by the database's clock; one that began yesterday and runs has not. */
  readonly isOver: boolean;
  /** Its night is of this evening, and not over. */
  readonly isTonight: boolean;
  /** When people are let in. */
  readonly eventDoors: WallTime | null;
  /** In years. */
  readonly minimumAge: number | null;
  readonly location: string;
  /** The night's own; null where it is at the club's. */
  readonly address: string | null;
  /** The night's own colour, #RRGGBB. */
  readonly light: string;
  readonly isCancelled: boolean;
  /** Of a pass: this night's share of its money went back, so that it is not for this night any more. */
  readonly isShareReturned: boolean;
  /** Where its night was before it was moved; null when it was not. */
  readonly moved: MovedFrom | null;
  readonly typeName: string;
  /** "23:00": its type admits until this hour of its night. */
  readonly enterUntil: WallTime | null;
  readonly family: Family;
  /** What one person holds: the same line and seat on every night of a pass. */
  readonly lineNo: number;
  readonly seatNo: number;
  /** "Biletul 2 din 3": among the order's tickets for this night. Its buyer alone sees it. */
  readonly position: TicketPosition | null;
  /** It lets nobody in: bought beside a ticket, and given out once for each entry. */
  readonly isAddOn: boolean;
  /** Of the first seat of a unit; 0 on its others. */
  readonly quantity: number;
  readonly entriesTotal: number;
  /** It admits fewer people than its type says: one of the codes that a ticket for several was split into. */
  readonly isSplit: boolean;
  readonly entriesRemaining: number;
  /** The price of this row; a pass has its whole price on the earliest night. Null for a person who received it. */
  readonly totalPrice: Money | null;
  readonly label: string;
  readonly secretVersion: number;
  readonly holderName: string | null;
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  /** Its money is on the way back, or the bank disputes it: meanwhile it admits nobody. */
  readonly suspended: "refund" | "dispute" | null;
  readonly isTest: boolean;
  readonly picture: EventPicture | null;
};

/** Which of so many. */
export type TicketPosition = { readonly no: number; readonly of: number };

/** The codes of a ticket at the gate: the text of its QR, and the check group beside its label. */
export type TicketCode = { readonly qr: string; readonly group: string };

export type CodedTicket = TicketFacts & { readonly code: TicketCode };

/** Why a ticket that did not end admits nobody. */
export type WhyNoEntry = "cancelled" | "given_back" | "refund" | "dispute";

export function whyNoEntry({
  isCancelled,
  isShareReturned,
  suspended,
}: Pick<TicketFacts, "isCancelled" | "isShareReturned" | "suspended">): WhyNoEntry | null {
  if (isCancelled) return "cancelled";
  return isShareReturned ? "given_back" : suspended;
}

/** What one person holds of an order, on whichever nights. */
export function seatKey({
  orderId,
  lineNo,
  seatNo,
}: Pick<TicketFacts, "orderId" | "lineNo" | "seatNo">): string {
  return `${orderId} ${lineNo} ${seatNo}`;
}
