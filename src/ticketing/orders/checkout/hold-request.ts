import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import type { HoardingRefusal, UnpaidHold } from "./hoarding.ts";
import type { ShownMoment } from "./shown-nights.ts";

export type Origin = "event" | "tickets" | "season-pass";

export type WishedLine = { readonly ticketTypeId: Uuid; readonly quantity: number };

/** What a customer asks to buy. `eventId` is the night of the page; a pass needs none. */
export type HoldRequest = {
  readonly userId: Uuid;
  /** One to eight lines, each type once. Several lines are for the same night. */
  readonly lines: readonly WishedLine[];
  readonly eventId: Uuid | null;
  /** The provider's price id of the only line, if the call named one; the type must still have it. */
  readonly priceId: string | null;
  /** The total that the browser showed, in bani; null if the call has none. A higher real total is refused. */
  readonly total: number | null;
  /** The nights' dates that the browser showed (`shownNights`); none if the call has none. Another one is refused. */
  readonly nights?: string | null;
  /** The typed voucher, in the spelling of `vouchers`. */
  readonly code?: string | null;
  readonly origin: Origin;
  /** The browser's key for one press of the button, if sent. A repeat with the same key finds the same order. */
  readonly requestKey: string | null;
  /** Set when the captcha is on and not passed: `failed` for a wrong token, `away` without its server. */
  readonly owesCaptcha?: "failed" | "away" | undefined;
};

/** An order of the customer that exists already: open for the same scope, or made with the same key. */
export type ExistingOrder = {
  readonly id: Uuid;
  readonly lines: readonly WishedLine[];
  readonly eventIds: readonly Uuid[];
  readonly state: OrderState;
  readonly scopeId: Uuid;
  /** Whether the order waits for its card page. */
  readonly isQueued: boolean;
  /** The order's price, even if its types cost something else by now. */
  readonly total: Money;
  /** What it keeps from others while it is unpaid (`weightOf`). */
  readonly weight: number;
  /** How much it took of each counter, by the counter's id. */
  readonly takes: Readonly<Record<string, number>>;
};

export type CustomerFacts = {
  readonly role: Role;
  /** Whether the customer is a guest, without an account. */
  readonly isGuest: boolean;
  readonly openOrder: ExistingOrder | null;
  readonly keyedOrder: ExistingOrder | null;
  /** The free order that the account got a moment ago. A second press of the button finds it. */
  readonly freeOrder: ExistingOrder | null;
  /** The key of the proven address's mailbox; null: not proven. Accounts that share it count as one person. */
  readonly mailbox: string | null;
  /** Unpaid holds of the account and its mailbox on all nights: running ones, and those that ended within a day. */
  readonly unpaid: readonly UnpaidHold[];
  /** For a guest: what guests with the same mailbox, proven or not, bought so far: tickets by the night, add-ons by the type. */
  readonly bought: Readonly<Record<string, number>>;
  /** The guest's networks, the narrowest first; none for an account. */
  readonly networks: readonly GuestNetwork[];
  /** Nights whose waiting room has let this customer in. */
  readonly letInto: readonly Uuid[];
};

/** What guests of one network hold unpaid. `wait`: seconds until the first of these holds ends. */
export type HeldByNetwork = {
  /** Places and add-ons of all nights (`weightOf`). */
  readonly places: number;
  readonly wait: number;
  /** Of each counter, by its id. */
  readonly counters: Readonly<Record<string, { readonly held: number; readonly wait: number } | undefined>>;
};

export type GuestNetwork = HeldByNetwork & {
  readonly network: string;
  /** Whether the guest's open orders are among what is held. */
  readonly isOwn: boolean;
};

/** Refusals that only a guest gets. */
export type GuestRefusal =
  /** Only accounts can buy passes, nights with a waiting room, and nights too small for guests. */
  | { readonly reason: "account_needed" }
  /** The guest may buy at most `most` more tickets of this night. */
  | { readonly reason: "too_many_for_guest"; readonly most: number }
  /** A guest may buy at most `most` of each add-on. */
  | { readonly reason: "too_many_add_ons_for_guest"; readonly most: number }
  /** A guest may buy for at most `most` people at this night: as many as all guests may hold of it. */
  | { readonly reason: "too_many_people_for_guest"; readonly most: number }
  /** Others hold as much as guests together may of the night, a type (its `title`), price phase, pool or voucher. */
  | { readonly reason: "guests_full"; readonly title?: string | undefined }
  /** Guests of this network hold, or asked for, too many unpaid places; seconds to wait. */
  | { readonly reason: "too_many_guests"; readonly retryAfter: number }
  /** Free tickets, and vouchers with a limit per person, need the guest's proven address first. */
  | { readonly reason: "proof_needed" };

export type HoldRefusal =
  /** The role may not buy: door staff only admit. */
  | { readonly reason: "may_not_buy" }
  | { readonly reason: "unknown_type" }
  | { readonly reason: "event_unavailable" }
  | { readonly reason: "event_past" }
  | { readonly reason: "not_on_sale" }
  | { readonly reason: "sale_stopped" }
  | { readonly reason: "not_open_yet"; readonly eventId: Uuid }
  /** The night has a waiting room, and it has not let this customer in yet. */
  | { readonly reason: "wait_in_room"; readonly eventId: Uuid }
  | { readonly reason: "no_price" }
  /** The type is not for the page's night or not for that of the others; or it has several and none was named. */
  | { readonly reason: "wrong_event" }
  /** The order wants more than the `available` tickets after its earlier lines. `ticketTypeId` falls short. */
  | { readonly reason: "not_enough"; readonly ticketTypeId?: Uuid; readonly available: number }
  /** The order has only add-ons; an add-on is bought beside a ticket. */
  | { readonly reason: "ticket_needed" }
  /** A pass or early bird must be bought alone. */
  | { readonly reason: "sold_alone" }
  /** The site is being upgraded: for a minute the order asks for more than the older build understands. */
  | { readonly reason: "older_build_runs" }
  /** One order admits at most `most` people. */
  | { readonly reason: "too_many_people"; readonly most: number }
  /** The voucher does not exist or is off; or is for other tickets; or has a limit per person, without a proof. */
  | { readonly reason: "code_invalid"; readonly why: "unknown" | "other_tickets" | "unproven_address" }
  /** The voucher has only `left` uses left. */
  | { readonly reason: "code_exhausted"; readonly left: number }
  /** With the voucher the order costs less than the card provider accepts; `least` in bani. */
  | { readonly reason: "below_card_minimum"; readonly least: number }
  /** The order costs more than the browser showed. `total`, in bani: now, or the existing order's own price. */
  | { readonly reason: "price_changed"; readonly total: Money }
  /** A night begins at another date or hour than the browser showed. `total` when the price has risen too. */
  | ({ readonly reason: "night_moved"; readonly total?: Money } & ShownMoment)
  /** The purchase is possible, but another open order of this customer must end first. */
  | { readonly reason: "other_order_open"; readonly orderId: Uuid }
  | { readonly reason: "key_reused" }
  | GuestRefusal
  | HoardingRefusal
  /** Where a captcha is on, the second unpaid hold within a day must pass it. */
  | { readonly reason: "captcha_needed"; readonly why: "failed" | "away" };
