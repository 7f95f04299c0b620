import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { EventPicture } from "#ticketing/events/event.ts";

/** One ticket with everything that is printed on it: a purchase row, its night, its type, its order. */
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
  readonly family: "ordinary" | "season_pass" | "early_bird";
  readonly quantity: number;
  readonly entriesTotal: number;
  readonly entriesRemaining: number;
  /** What this row cost; on a pass the whole price stands on the earliest night. */
  readonly totalPrice: Money;
  readonly label: string;
  readonly secretVersion: number;
  readonly holderName: string | null;
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  readonly isTest: boolean;
  readonly picture: EventPicture | null;
};

/** What shows a ticket at the door: the text of its QR and the group beside its label. */
export type TicketCode = { readonly qr: string; readonly group: string };

export type CodedTicket = TicketFacts & { readonly code: TicketCode };
