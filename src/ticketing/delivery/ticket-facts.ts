import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { EventPicture } from "#ticketing/events/event.ts";
import type { Family } from "#ticketing/events/type-family.ts";

/** One ticket with everything printed on it: a purchase row, its night, its type, its order. */
export type TicketFacts = {
  readonly purchaseId: Uuid;
  readonly orderId: Uuid;
  readonly orderNumber: number;
  readonly paidAt: Date | null;
  readonly userId: Uuid;
  readonly eventId: Uuid;
  readonly eventTitle: string;
  readonly eventDate: Day;
  readonly eventTime: WallTime | null;
  readonly location: string;
  /** The night's own colour, #RRGGBB. */
  readonly light: string;
  readonly isCancelled: boolean;
  readonly typeName: string;
  readonly family: Family;
  readonly quantity: number;
  readonly entriesTotal: number;
  readonly entriesRemaining: number;
  /** The price of this row; a pass has its whole price on the earliest night. */
  readonly totalPrice: Money;
  readonly label: string;
  readonly secretVersion: number;
  readonly holderName: string | null;
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  readonly isTest: boolean;
  readonly picture: EventPicture | null;
};

/** The codes of a ticket at the gate: the text of its QR, and the check group beside its label. */
export type TicketCode = { readonly qr: string; readonly group: string };

export type CodedTicket = TicketFacts & { readonly code: TicketCode };
