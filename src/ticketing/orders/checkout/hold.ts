import { newId, type Uuid } from "#kernel/id.ts";
import { type Money, sum } from "#kernel/money.ts";
import { limits } from "#ticketing/limits.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { addMoves, type Counter, left, type Move, takesOf } from "#ticketing/stock/stock.ts";
import { type HoardingLimit, hoardingRefusal, type UnpaidHold } from "./hoarding.ts";
import type {
  HoldRefusal,
  HoldRequest,
  KnownOfCustomer,
  KnownOrder,
  Origin,
  WishedLine,
} from "./hold-request.ts";
import {
  admittedTogether,
  isOffered,
  lacking,
  lineOf,
  type NewLine,
  notForSale,
  type SellableType,
} from "./sellable-type.ts";

export type NewOrder = {
  readonly id: Uuid;
  readonly userId: Uuid;
  readonly mailbox: string | null;
  readonly scopeId: Uuid;
  readonly eventIds: readonly Uuid[];
  readonly lines: readonly NewLine[];
  readonly total: Money;
  readonly origin: Origin;
  readonly requestKey: string | null;
};

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
  /** A process that knows orders of one line and one code alone still runs, in the middle of an upgrade. */
  readonly olderBuildRuns: boolean;
};

/**
 * Decides a batch in the order of arrival. Each answer takes the earlier ones into account, and two requests of one
 * customer see each other. The result is the same as if the requests had come one by one.
 */
export function decideHolds(batch: HoldBatch): { decisions: HoldDecision[]; moves: Map<string, Move> } {
  const moves = new Map<string, Move>();
  const opened = new Map<string, NewOrder>();
  const keyed = new Map<string, NewOrder>();
  const taken = new Map<string, UnpaidHold[]>();
  const hoards = (
    request: HoldRequest,
    known: KnownOfCustomer,
    places: number,
    replaced?: Uuid,
  ): HoldRefusal | undefined => {
    const holds = [...known.unpaid, ...(taken.get(known.mailbox ?? request.userId) ?? [])];
    if (holds.length === 0) return undefined;
    if (request.owesCaptcha) return { reason: "captcha_needed", why: request.owesCaptcha };
    return hoardingRefusal(
      // An order that this one replaces ends before this one begins.
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
    if (!known || !mayDo(known, "open-checkout")) return refuse({ reason: "may_not_buy" });
    const wished = request.lines.flatMap(({ ticketTypeId, quantity }) => {
      const type = batch.types.get(ticketTypeId);
      return isOffered(type) ? [{ type, quantity }] : [];
    });
    const types = wished.map(({ type }) => type);
    const [first] = types;
    if (!first || types.length < request.lines.length) return refuse({ reason: "unknown_type" });
    if (request.priceId !== null && request.priceId !== first.priceId)
      return refuse({ reason: "unknown_type" });
    if (types.length > 1 && types.some((type) => type.family !== "ordinary"))
      return refuse({ reason: "sold_alone" });
    const admitted = admittedTogether(types, request.eventId);
    if ("reason" in admitted) return refuse(admitted);
    const { eventIds, scopeId } = admitted;
    const same = (order: KnownOrder | NewOrder) =>
      order.scopeId === scopeId && areSameLines(order.lines, request.lines);

    const byKey = request.requestKey
      ? (keyed.get(`${request.userId} ${request.requestKey}`) ?? known.keyedOrder)
      : null;
    if (byKey)
      return same(byKey) ? { kind: "same", order: asKnown(byKey) } : refuse({ reason: "key_reused" });
    const places = wished.reduce((n, { quantity, type }) => n + quantity * type.entries, 0);
    const open = opened.get(`${request.userId} ${scopeId}`) ?? known.openOrder;
    if (open)
      return same(open)
        ? { kind: "same", order: asKnown(open) }
        : refuse(hoards(request, known, places, open.id) ?? { reason: "other_order_open", orderId: open.id });
    const closed = types.map((type) => notForSale(type, eventIds, known)).find(Boolean);
    if (closed) return refuse(closed);
    const lines = wished.flatMap(({ quantity, type }) => lineOf(type, quantity, eventIds));
    if (lines.length < wished.length) return refuse({ reason: "no_price" });
    if (places > limits.peoplePerOrder)
      return refuse({ reason: "too_many_people", most: limits.peoplePerOrder });
    if (batch.olderBuildRuns && (lines.length > 1 || lines.some((line) => line.codePer === "person")))
      return refuse({ reason: "older_build_runs" });
    const total = sum(lines.map((line) => line.total));
    if (request.total !== null && total > request.total) return refuse({ reason: "price_changed", total });
    const short = lacking(lines, leftNow);
    if (short) return refuse(short);
    const hoarded = hoards(request, known, places);
    if (hoarded) return refuse(hoarded);

    const order: NewOrder = {
      id: newId(),
      userId: request.userId,
      mailbox: known.mailbox,
      scopeId,
      eventIds,
      lines,
      total,
      origin: request.origin,
      requestKey: request.requestKey,
    };
    addMoves(moves, takesOf(order.lines), { held: 1, sold: 0 });
    opened.set(`${order.userId} ${scopeId}`, order);
    const hold = { orderId: order.id, places, startsIn: 0, endsIn: batch.holdSeconds };
    const hoarder = order.mailbox ?? order.userId;
    taken.set(hoarder, [...(taken.get(hoarder) ?? []), hold]);
    if (order.requestKey) keyed.set(`${order.userId} ${order.requestKey}`, order);
    return { kind: "new", order };
  });
  return { decisions, moves };
}

function areSameLines(one: readonly WishedLine[], other: readonly WishedLine[]): boolean {
  const quantityOf = new Map(other.map((line) => [line.ticketTypeId, line.quantity]));
  return (
    one.length === other.length && one.every((line) => quantityOf.get(line.ticketTypeId) === line.quantity)
  );
}

function refuse(refusal: HoldRefusal): HoldDecision {
  return { kind: "refused", refusal };
}

function asKnown(order: KnownOrder | NewOrder): KnownOrder {
  return "state" in order
    ? order
    : {
        id: order.id,
        lines: order.lines,
        eventIds: order.eventIds,
        state: "held",
        scopeId: order.scopeId,
        isQueued: false,
      };
}
