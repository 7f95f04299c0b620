import { newId, type Uuid } from "#kernel/id.ts";
import { type Money, times } from "#kernel/money.ts";
import type { SaleDoor } from "#ticketing/events/opening.ts";
import type { Role } from "#ticketing/people/roles.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import {
  addMoves,
  availableTickets,
  type Counter,
  left,
  type Move,
  takesOf,
} from "#ticketing/stock/stock.ts";
import { type HoardingLimit, type HoardingRefusal, hoardingRefusal, type UnpaidHold } from "./hoarding.ts";
import type { OrderState } from "./order-state.ts";

export type Origin = "event" | "tickets" | "season-pass";

/** What a customer asks for. `eventId` is the page it was chosen on; a pass needs none. */
export type HoldRequest = {
  readonly userId: Uuid;
  readonly ticketTypeId: Uuid;
  readonly eventId: Uuid | null;
  readonly quantity: number;
  /** The price the customer was shown, if the call named it: the type must still carry it. */
  readonly priceId: string | null;
  readonly origin: Origin;
  /** The browser's key for one press of the button, if it sent one: a repeat finds the order it made. */
  readonly requestKey: string | null;
  /** A captcha is on, and this request has not passed it: it brought nothing good, or its server does not answer. */
  readonly owesCaptcha?: "failed" | "away" | undefined;
};

/** A ticket type as the batch reads it, with the events it is linked to. */
export type SellableType = {
  readonly id: Uuid;
  readonly title: string;
  readonly price: Money;
  readonly entries: number;
  readonly isVisible: boolean;
  readonly family: "ordinary" | "season_pass" | "early_bird";
  readonly stripePriceId: string | null;
  readonly isPriceAgreed: boolean;
  readonly isArchived: boolean;
  readonly isInSalesWindow: boolean;
  readonly events: readonly SellableNight[];
};

export type SellableNight = {
  readonly id: Uuid;
  /** Over by the database's calendar of Bucharest: processes may have wrong clocks. */
  readonly isPast: boolean;
  /** Takes place and is on sale. */
  readonly isOpen: boolean;
  /** Null where no opening was announced. */
  readonly door: SaleDoor | null;
  /** An administrator has stopped its sale, or the site's. */
  readonly isStopped: boolean;
};

/** What is known of one customer: the open order for the same scope, and the order an equal key made. */
export type KnownOrder = {
  readonly id: Uuid;
  readonly ticketTypeId: Uuid;
  readonly eventIds: readonly Uuid[];
  readonly quantity: number;
  readonly state: OrderState;
  readonly scopeId: Uuid;
  /** It waits for its card page. */
  readonly isInLine: boolean;
};

export type KnownOfCustomer = {
  readonly role: Role;
  readonly openOrder: KnownOrder | null;
  readonly keyedOrder: KnownOrder | null;
  /** Whoever shares it is one person to the limit against hoarding. */
  readonly mailbox: string;
  /** Holds of that mailbox, over all nights, that nobody has paid for: those that run and those that ended within a day. */
  readonly unpaid: readonly UnpaidHold[];
  /** The nights whose waiting room this customer was let in from. */
  readonly letInto: readonly Uuid[];
};

export type NewOrder = {
  readonly id: Uuid;
  readonly userId: Uuid;
  readonly scopeId: Uuid;
  readonly ticketTypeId: Uuid;
  readonly eventIds: readonly Uuid[];
  readonly quantity: number;
  readonly entries: number;
  readonly unitPrice: Money;
  readonly total: Money;
  readonly family: SellableType["family"];
  readonly title: string;
  readonly stripePriceId: string;
  readonly origin: Origin;
  readonly requestKey: string | null;
};

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
  | { readonly reason: "wrong_event" }
  | { readonly reason: "not_enough"; readonly available: number }
  | { readonly reason: "other_order_open"; readonly orderId: Uuid }
  | { readonly reason: "key_reused" }
  | HoardingRefusal
  /** The second unpaid hold within a day asks for a person, where a captcha is on. */
  | { readonly reason: "captcha_needed"; readonly why: "failed" | "away" };

export type HoldDecision =
  | { readonly kind: "new"; readonly order: NewOrder }
  | { readonly kind: "same"; readonly order: KnownOrder }
  | { readonly kind: "refused"; readonly refusal: HoldRefusal };

export type HoldBatch = {
  readonly requests: readonly HoldRequest[];
  readonly known: readonly KnownOfCustomer[];
  readonly types: ReadonlyMap<Uuid, SellableType>;
  readonly counters: ReadonlyMap<Uuid, Counter>;
  readonly holdSeconds: number;
  readonly hoarding: HoardingLimit;
};

/**
 * Decides a batch in the order of arrival. Each answer sees what the ones before it took, and two requests of one
 * customer see each other, so that the whole batch is what would have happened one by one.
 */
export function decideHolds(batch: HoldBatch): { decisions: HoldDecision[]; moves: Map<string, Move> } {
  const moves = new Map<string, Move>();
  const opened = new Map<string, NewOrder>();
  const keyed = new Map<string, NewOrder>();
  const taken = new Map<string, UnpaidHold[]>();
  const hoards = (
    request: HoldRequest,
    known: KnownOfCustomer | undefined,
    places: number,
    replaced?: Uuid,
  ): HoldRefusal | undefined => {
    if (!known) return undefined;
    const holds = [...known.unpaid, ...(taken.get(known.mailbox) ?? [])];
    if (holds.length === 0) return undefined;
    if (request.owesCaptcha) return { reason: "captcha_needed", why: request.owesCaptcha };
    return hoardingRefusal(
      // an order that makes way for this one ends before it begins
      holds.map((hold) => (hold.orderId === replaced ? { ...hold, endsIn: 0 } : hold)),
      { places, seconds: batch.holdSeconds },
      batch.hoarding,
    );
  };
  const leftNow = (id: Uuid) => {
    const counter = batch.counters.get(id);
    return counter ? left(counter) - (moves.get(id)?.held ?? 0) : 0;
  };

  const decisions = batch.requests.map((request, i): HoldDecision => {
    const known = batch.known[i];
    if (!mayDo(known ?? null, "open-checkout")) return refuse({ reason: "may_not_buy" });
    const type = batch.types.get(request.ticketTypeId);
    if (!type?.isVisible || type.isArchived) return refuse({ reason: "unknown_type" });
    if (request.priceId !== null && request.priceId !== type.stripePriceId)
      return refuse({ reason: "unknown_type" });
    const admitted = admittedEvents(type, request.eventId);
    if ("reason" in admitted) return refuse(admitted);
    const { eventIds, scopeId } = admitted;
    const same = (order: KnownOrder | NewOrder) =>
      order.ticketTypeId === type.id && order.quantity === request.quantity && order.scopeId === scopeId;

    const byKey = request.requestKey
      ? (keyed.get(`${request.userId} ${request.requestKey}`) ?? known?.keyedOrder)
      : null;
    if (byKey)
      return same(byKey) ? { kind: "same", order: asKnown(byKey) } : refuse({ reason: "key_reused" });
    const open = opened.get(`${request.userId} ${scopeId}`) ?? known?.openOrder;
    const places = request.quantity * type.entries;
    if (open)
      return same(open)
        ? { kind: "same", order: asKnown(open) }
        : refuse(hoards(request, known, places, open.id) ?? { reason: "other_order_open", orderId: open.id });
    const nights = type.events.filter((event) => eventIds.includes(event.id));
    if (nights.some((night) => night.isStopped)) return refuse({ reason: "sale_stopped" });
    const shut = mayDo(known ?? null, "buy-before-opening")
      ? undefined
      : shutDoor(type, nights, known?.letInto ?? []);
    if (shut) return refuse(shut);
    if (!type.isInSalesWindow) return refuse({ reason: "not_on_sale" });
    if (!type.stripePriceId || !type.isPriceAgreed) return refuse({ reason: "no_price" });

    const available = availableTickets(leftNow(type.id), type.entries, eventIds.map(leftNow));
    if (request.quantity > available) return refuse({ reason: "not_enough", available });
    const hoarded = hoards(request, known, places);
    if (hoarded) return refuse(hoarded);

    const order: NewOrder = {
      id: newId(),
      userId: request.userId,
      scopeId,
      ticketTypeId: type.id,
      eventIds,
      quantity: request.quantity,
      entries: type.entries,
      unitPrice: type.price,
      total: times(type.price, request.quantity),
      family: type.family,
      title: type.title,
      stripePriceId: type.stripePriceId,
      origin: request.origin,
      requestKey: request.requestKey,
    };
    addMoves(moves, takesOf(order), { held: 1, sold: 0 });
    opened.set(`${order.userId} ${scopeId}`, order);
    const hold = { orderId: order.id, places, startsIn: 0, endsIn: batch.holdSeconds };
    if (known) taken.set(known.mailbox, [...(taken.get(known.mailbox) ?? []), hold]);
    if (order.requestKey) keyed.set(`${order.userId} ${order.requestKey}`, order);
    return { kind: "new", order };
  });
  return { decisions, moves };
}

/**
 * Which events a purchase admits to. A pass or early bird: every linked event dated today or later. An ordinary
 * type: the event whose page it was chosen on, or its only event.
 */
export function admittedEvents(
  type: SellableType,
  eventId: Uuid | null,
): { eventIds: readonly Uuid[]; scopeId: Uuid } | HoldRefusal {
  if (eventId !== null && !type.events.some((event) => event.id === eventId))
    return { reason: "wrong_event" };
  if (type.family !== "ordinary") {
    const coming = type.events.filter((event) => !event.isPast);
    if (coming.length === 0) return { reason: "event_past" };
    const open = coming.filter((event) => event.isOpen);
    if (open.length === 0) return { reason: "event_unavailable" };
    return { eventIds: open.map((event) => event.id).sort(), scopeId: type.id };
  }
  const chosen = eventId !== null ? type.events.find((event) => event.id === eventId) : type.events[0];
  if (!chosen) return { reason: "event_unavailable" };
  if (eventId === null && type.events.length > 1) return { reason: "wrong_event" };
  if (chosen.isPast) return { reason: "event_past" };
  if (!chosen.isOpen) return { reason: "event_unavailable" };
  return { eventIds: [chosen.id], scopeId: chosen.id };
}

/**
 * The first night whose announced opening keeps this customer out. A season pass is an offer of its own: the opening of
 * one of its nights does not concern it.
 */
function shutDoor(
  type: SellableType,
  nights: readonly SellableNight[],
  letInto: readonly Uuid[],
): HoldRefusal | undefined {
  if (type.family === "season_pass") return undefined;
  const closed = nights.find((night) => night.door === "closed");
  if (closed) return { reason: "not_open_yet", eventId: closed.id };
  const room = nights.find((night) => night.door === "room" && !letInto.includes(night.id));
  return room && { reason: "wait_in_room", eventId: room.id };
}

function refuse(refusal: HoldRefusal): HoldDecision {
  return { kind: "refused", refusal };
}

function asKnown(order: KnownOrder | NewOrder): KnownOrder {
  return "state" in order
    ? order
    : {
        id: order.id,
        ticketTypeId: order.ticketTypeId,
        eventIds: order.eventIds,
        quantity: order.quantity,
        state: "held",
        scopeId: order.scopeId,
        isInLine: false,
      };
}
