import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import type { HoardingRefusal, UnpaidHold } from "./hoarding.ts";

export type Origin = "event" | "tickets" | "season-pass";

/** So many tickets of one type. */
export type WishedLine = { readonly ticketTypeId: Uuid; readonly quantity: number };

/** What a customer asks for. `eventId` is the page it was chosen on; a pass needs none. */
export type HoldRequest = {
  readonly userId: Uuid;
  /** One to eight lines, each type once; several are tickets of one night. */
  readonly lines: readonly WishedLine[];
  readonly eventId: Uuid | null;
  /** The provider's price of the only line, if the call named it: the type must still carry it. */
  readonly priceId: string | null;
  /** What the browser showed as the total, in bani; null where the call does not say. A higher one is refused. */
  readonly total: number | null;
  /** The code that the person typed, as it is written in `vouchers`. */
  readonly code?: string | null;
  readonly origin: Origin;
  /** The browser's key for one press of the button, if it sent one: a repeat finds the order it made. */
  readonly requestKey: string | null;
  /** A captcha is on, and this request has not passed it: it brought nothing good, or its server does not answer. */
  readonly owesCaptcha?: "failed" | "away" | undefined;
};

/** What is known of one customer: the open order for the same scope, and the order an equal key made. */
export type KnownOrder = {
  readonly id: Uuid;
  readonly lines: readonly WishedLine[];
  readonly eventIds: readonly Uuid[];
  readonly state: OrderState;
  readonly scopeId: Uuid;
  /** It waits for its card page. */
  readonly isQueued: boolean;
  /** What it costs, whatever its types cost by now. */
  readonly total: Money;
  /** How much it took of each counter, by the id of the type or night. */
  readonly takes: Readonly<Record<string, number>>;
};

export type KnownOfCustomer = {
  readonly role: Role;
  /** Buys without an account. */
  readonly isGuest: boolean;
  readonly openOrder: KnownOrder | null;
  readonly keyedOrder: KnownOrder | null;
  /** The free order that the account got a moment ago: a second press of the button asks for it again. */
  readonly freeOrder: KnownOrder | null;
  /** The key of the proven address's mailbox: accounts that share it are one person to the limit against hoarding. */
  readonly mailbox: string | null;
  /** Unpaid holds of the account and of that mailbox, over all nights: those that run and those that ended within a day. */
  readonly unpaid: readonly UnpaidHold[];
  /** Of a guest, the tickets of the wished night that guests with the same mailbox have bought, proven or not; of others 0. */
  readonly ticketsBought: number;
  /** Of a guest, what others of the same network hold of the wished night; of others nothing. */
  readonly heldByNetwork: { readonly places: number; readonly wait: number };
  /** The nights whose waiting room this customer was let in from. */
  readonly letInto: readonly Uuid[];
};

/** What somebody without an account is refused, and an account is not. */
export type GuestRefusal =
  /** Passes, and nights with a waiting room, are for accounts. */
  | { readonly reason: "account_needed" }
  /** A guest has no more than more tickets of this night than so many. */
  | { readonly reason: "too_many_for_guest"; readonly most: number }
  /** Guests hold as many of the night's places as they may together, for now. */
  | { readonly reason: "guests_full" }
  /** Guests of this network hold, or asked to hold, too many places and have not paid for them; seconds to wait. */
  | { readonly reason: "too_many_guests"; readonly retryAfter: number }
  /** What is free, or has a limit per person, asks for the code to the address first. */
  | { readonly reason: "proof_needed" };

export type HoldRefusal =
  /** Door staff admit and do nothing else. */
  | { readonly reason: "may_not_buy" }
  | { readonly reason: "unknown_type" }
  | { readonly reason: "event_unavailable" }
  | { readonly reason: "event_past" }
  | { readonly reason: "not_on_sale" }
  /** An administrator has stopped the sale for the moment. */
  | { readonly reason: "sale_stopped" }
  /** The announced hour has not come. */
  | { readonly reason: "not_open_yet"; readonly eventId: Uuid }
  /** People are let in from the waiting room, and this customer was not yet. */
  | { readonly reason: "wait_in_room"; readonly eventId: Uuid }
  | { readonly reason: "no_price" }
  /** A type of another night than the page's, or than the other types; or a type of several without saying which. */
  | { readonly reason: "wrong_event" }
  /** No more than `available` can be had; of which of several types, beside what the lines before it take. */
  | { readonly reason: "not_enough"; readonly ticketTypeId?: Uuid; readonly available: number }
  /** Only add-ons, which are bought beside a ticket. */
  | { readonly reason: "ticket_needed" }
  /** A pass or an early bird is bought alone. */
  | { readonly reason: "sold_alone" }
  /** The site is being upgraded: for a minute an order has one line and one code. */
  | { readonly reason: "older_build_runs" }
  /** One order admits no more people than this. */
  | { readonly reason: "too_many_people"; readonly most: number }
  /** Not a code, or none now; one for other tickets; or one with a limit per person, and the address is not proven. */
  | { readonly reason: "code_invalid"; readonly why: "unknown" | "other_tickets" | "unproven_address" }
  /** The code is good for no more than so many tickets. */
  | { readonly reason: "code_exhausted"; readonly left: number }
  /** With the code it costs less than the card provider takes. */
  | { readonly reason: "below_card_minimum"; readonly least: number }
  /** It costs more than the browser showed: so many bani now, or at the hold where the order exists already. */
  | { readonly reason: "price_changed"; readonly total: Money }
  /** Another open order of this customer is in the way of what could be had without it. */
  | { readonly reason: "other_order_open"; readonly orderId: Uuid }
  | { readonly reason: "key_reused" }
  | GuestRefusal
  | HoardingRefusal
  /** The second unpaid hold within a day asks for a person, where a captcha is on. */
  | { readonly reason: "captcha_needed"; readonly why: "failed" | "away" };
