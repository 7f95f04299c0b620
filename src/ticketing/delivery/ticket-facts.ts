import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { EventPicture } from "#ticketing/events/event.ts";
import type { MovedFrom } from "#ticketing/events/moved-from.ts";
import type { Family } from "#ticketing/events/type-family.ts";

/** One ticket with everything that is printed on it: from its purchase row, its night, its type and its order. */
export type TicketFacts = {
  readonly purchaseId: Uuid;
  readonly orderId: Uuid;
  /** The order's number and time of payment, for its buyer only; null for a person who received the ticket. */
  readonly orderNumber: number | null;
  readonly paidAt: Date | null;
  /** The ticket's holder. */
  readonly userId: Uuid;
  readonly eventId: Uuid;
  /** The night's name in its address: `/events/{slug}`. */
  readonly eventSlug: string;
  readonly eventTitle: string;
  readonly eventDate: Day;
  readonly eventTime: WallTime | null;
  /** When the night ends. A time before the beginning means the next day. */
  readonly eventEnds: WallTime | null;
  /** Whether the night has ended, by the database's clock. A night that began yesterday and still runs has not. */
  readonly isOver: boolean;
  /** Whether the night is tonight and has not ended. */
  readonly isTonight: boolean;
  readonly eventDoors: WallTime | null;
  /** Years; null when there is no minimum age. */
  readonly minimumAge: number | null;
  readonly location: string;
  /** The night's own address; null when the night is at the club's address. */
  readonly address: string | null;
  /** The night's colour, #RRGGBB. */
  readonly light: string;
  readonly isCancelled: boolean;
  /** Whether the ticket of a cancelled night was used and its money stays with the club. */
  readonly isMoneyKept: boolean;
  /** For a pass: this night's share of the money went back, so it no longer admits to this night. */
  readonly isShareReturned: boolean;
  /** When and where the night was before it was moved; null when it was not moved. */
  readonly moved: MovedFrom | null;
  readonly typeName: string;
  /** The time of the night until which the type admits, such as "23:00"; null without such a limit. */
  readonly enterUntil: WallTime | null;
  readonly family: Family;
  /** Line and seat together identify what one person holds. A pass has the same ones on every night. */
  readonly lineNo: number;
  readonly seatNo: number;
  /** The place among the order's tickets for this night, "Biletul 2 din 3". Only the buyer sees it. */
  readonly position: TicketPosition | null;
  /** True for an add-on: it lets nobody in; at the gate something is handed out for each entry. */
  readonly isAddOn: boolean;
  /** The units of a sold unit's first seat; 0 on its other seats. */
  readonly quantity: number;
  readonly entriesTotal: number;
  /** True when it admits fewer people than its type: it is one of the codes into which a ticket was split. */
  readonly isSplit: boolean;
  readonly entriesRemaining: number;
  /** The price of this row. A pass has its whole price on the earliest night. Null for a person who received it. */
  readonly totalPrice: Money | null;
  readonly label: string;
  readonly secretVersion: number;
  readonly holderName: string | null;
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  /** Set while its money is being returned or its payment is disputed: meanwhile it admits nobody. */
  readonly suspended: "refund" | "dispute" | null;
  readonly isTest: boolean;
  readonly picture: EventPicture | null;
};

export type TicketPosition = { readonly no: number; readonly of: number };

/** A ticket's codes for the gate: the text of its QR, and the check group beside its label. */
export type TicketCode = { readonly qr: string; readonly group: string };

export type CodedTicket = TicketFacts & { readonly code: TicketCode };

/** Why a paid ticket lets nobody in at the moment. */
export type WhyNoEntry = "cancelled" | "kept" | "given_back" | "refund" | "dispute";

export function whyNoEntry({
  isCancelled,
  isMoneyKept,
  isShareReturned,
  suspended,
}: Pick<TicketFacts, "isCancelled" | "isMoneyKept" | "isShareReturned" | "suspended">): WhyNoEntry | null {
  if (isCancelled) return isMoneyKept ? "kept" : "cancelled";
  return isShareReturned ? "given_back" : suspended;
}

/**
 * Whether a ticket still has entries on a night that is to come or runs. What remains of a pass is counted by this on
 * every screen.
 */
export const isNightToCome = ({
  isOver,
  isCancelled,
  isShareReturned,
  entriesRemaining,
}: Pick<TicketFacts, "isOver" | "isCancelled" | "isShareReturned" | "entriesRemaining">): boolean =>
  !isOver && !isCancelled && !isShareReturned && entriesRemaining > 0;

/** The key of what one person holds of an order, for all its nights. */
export function seatKey({
  orderId,
  lineNo,
  seatNo,
}: Pick<TicketFacts, "orderId" | "lineNo" | "seatNo">): string {
  return `${orderId} ${lineNo} ${seatNo}`;
}
