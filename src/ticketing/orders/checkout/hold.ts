import { newId, type Uuid } from "#kernel/id.ts";
import { type Money, sum } from "#kernel/money.ts";
import { isTooNewFor, type OlderBuild } from "#ticketing/events/older-build.ts";
import { usesLeft } from "#ticketing/events/voucher.ts";
import { limits } from "#ticketing/limits.ts";
import { weightOf } from "#ticketing/orders/order-takes.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { addMoves, type Counter, leftInCounter, type Move, takesOf } from "#ticketing/stock/stock.ts";
import { codedLines, isOpenWith, type KnownVoucher } from "./coded-lines.ts";
import { guestRefusal } from "./guest-limits.ts";
import { type HoardingLimit, hoardingRefusal, type UnpaidHold } from "./hoarding.ts";
import type {
  CustomerFacts,
  ExistingOrder,
  HoldRefusal,
  HoldRequest,
  Origin,
  WishedLine,
} from "./hold-request.ts";
import {
  admittedTogether,
  isOffered,
  linesOf,
  type NewLine,
  notForSale,
  type SellableType,
  shortageOf,
} from "./sellable-type.ts";
import { movedSince } from "./shown-nights.ts";

export type NewOrder = {
  readonly id: Uuid;
  readonly userId: Uuid;
  readonly mailbox: string | null;
  readonly scopeId: Uuid;
  readonly eventIds: readonly Uuid[];
  readonly lines: readonly NewLine[];
  /** What it keeps from others while it is unpaid (`weightOf`). */
  readonly weight: number;
  /** How much the order takes of each counter, by the counter's id. */
  readonly takes: ReadonlyMap<string, number>;
  /** The hashes of a guest's networks; none for an account. */
  readonly networks: readonly string[];
  readonly total: Money;
  readonly origin: Origin;
  readonly requestKey: string | null;
};

export type HoldDecision =
  | { readonly kind: "new"; readonly order: NewOrder }
  | { readonly kind: "same"; readonly order: ExistingOrder }
  | { readonly kind: "refused"; readonly refusal: HoldRefusal };

export type HoldBatch = {
  readonly requests: readonly HoldRequest[];
  readonly customers: readonly CustomerFacts[];
  /** For each request its voucher, if it names one that exists. */
  readonly codes?: readonly (KnownVoucher | undefined)[];
  readonly types: ReadonlyMap<Uuid, SellableType>;
  readonly counters: ReadonlyMap<Uuid, Counter>;
  /** How much of each counter guests hold unpaid, by its id; needed when a customer is one. */
  readonly guestHolds: ReadonlyMap<string, number>;
  readonly holdSeconds: number;
  readonly hoarding: HoardingLimit;
  /** The oldest other build that still runs, during an upgrade; null when there is none. */
  readonly olderBuild: OlderBuild | null;
  /** Whether a build that knows no guests still runs. */
  readonly isGuestTooNew: boolean;
};

const wrongCode = { reason: "code_invalid", why: "unknown" } as const;

/** Decides a batch in order of arrival, each with regard to the earlier ones: the result is that of one by one. */
export function decideHolds(batch: HoldBatch): { decisions: HoldDecision[]; moves: Map<string, Move> } {
  const moves = new Map<string, Move>();
  const newOpenOrders = new Map<string, ExistingOrder>();
  const newOrdersByKey = new Map<string, ExistingOrder>();
  const newHolds = new Map<string, UnpaidHold[]>();
  const newVoucherUses = new Map<string, number>();
  const newOfNetworks = new Map<string, NewOrder[]>();
  const guestMoves = new Map<string, Move>();
  const hoardingProblemOf = (
    request: HoldRequest,
    customer: CustomerFacts,
    weight: number,
    replaced?: Uuid,
  ): HoldRefusal | undefined => {
    const holds = [...customer.unpaid, ...(newHolds.get(customer.mailbox ?? request.userId) ?? [])];
    if (holds.length === 0) return undefined;
    if (request.owesCaptcha) return { reason: "captcha_needed", why: request.owesCaptcha };
    return hoardingRefusal(
      // An order that this one replaces ends before this one begins.
      holds.map((hold) => (hold.orderId === replaced ? { ...hold, endsIn: 0 } : hold)),
      { places: weight, seconds: batch.holdSeconds },
      batch.hoarding,
    );
  };
  const unitsLeftNow = (id: Uuid) => {
    const counter = batch.counters.get(id);
    return counter ? leftInCounter(counter) - (moves.get(id)?.held ?? 0) : 0;
  };

  const decisions = batch.requests.map((request, i): HoldDecision => {
    const customer = batch.customers[i];
    if (!customer || !mayDo(customer, "open-checkout")) return refuse({ reason: "may_not_buy" });
    const code = batch.codes?.[i];
    const voucher = code?.voucher.isInForce ? code.voucher : null;
    const isCodeWrong = Boolean(request.code) && !voucher;
    const wished = request.lines.flatMap(({ ticketTypeId, quantity }) => {
      const type = batch.types.get(ticketTypeId);
      const isOpen = (one: SellableType) => isOpenWith(voucher, one) || isOfOrder(one.id, customer);
      return isOffered(type) && isOpen(type) ? [{ type, quantity }] : [];
    });
    // the order's own columns repeat its first line, so an add-on must not come first
    wished.sort((one, other) => Number(one.type.entries === 0) - Number(other.type.entries === 0));
    const types = wished.map(({ type }) => type);
    const [first] = types;
    // A wrong voucher is reported before what is wrong with the selection, so no selection tells one that is switched
    // off from an unknown one, or whether a hidden type has this id.
    const refuseSelection = (refusal: HoldRefusal) => refuse(isCodeWrong ? wrongCode : refusal);
    if (!first || types.length < request.lines.length) return refuseSelection({ reason: "unknown_type" });
    if (request.priceId !== null && request.priceId !== first.priceId)
      return refuseSelection({ reason: "unknown_type" });
    if (types.length > 1 && types.some((type) => type.family !== "ordinary"))
      return refuseSelection({ reason: "sold_alone" });
    const admitted = admittedTogether(types, request.eventId);
    if ("reason" in admitted) return refuseSelection(admitted);
    const { eventIds, scopeId } = admitted;
    if (types.every(({ entries }) => entries === 0)) return refuseSelection({ reason: "ticket_needed" });
    if (customer.isGuest && batch.isGuestTooNew) return refuse({ reason: "older_build_runs" });
    const isDearer = (total: Money) => request.total !== null && total > request.total;
    const isWished = (order: ExistingOrder) =>
      order.scopeId === scopeId &&
      areSameLines(order.lines, request.lines) &&
      (!request.code ||
        code?.voucher.kind === "unlock" ||
        (code !== undefined && code.voucher.id in order.takes));

    const byKey = request.requestKey
      ? (newOrdersByKey.get(`${request.userId} ${request.requestKey}`) ?? customer.keyedOrder)
      : null;
    if (byKey && !isWished(byKey)) return refuse({ reason: "key_reused" });
    if (byKey && isDearer(byKey.total)) return refuse({ reason: "price_changed", total: byKey.total });
    if (byKey) return { kind: "same", order: byKey };
    const open = newOpenOrders.get(`${request.userId} ${scopeId}`) ?? customer.openOrder;
    if (open && isWished(open) && !isDearer(open.total)) return { kind: "same", order: open };
    const isFree = Boolean(request.code) || types.every(({ price }) => price === 0);
    if (customer.freeOrder && isFree && isWished(customer.freeOrder))
      return { kind: "same", order: customer.freeOrder };
    // The open order is replaced, also by the same selection when its price fell. The checks below count its places
    // as free; it is released only if the new order passes all of them.
    if (isCodeWrong) return refuse(wrongCode);
    if (!types.every((type) => isOpenWith(voucher, type))) return refuse({ reason: "unknown_type" });
    const people = wished.reduce((n, { quantity, type }) => n + quantity * type.entries, 0);
    const saleRefusal = types.map((type) => notForSale(type, eventIds, customer)).find(Boolean);
    if (saleRefusal?.reason === "wait_in_room" && customer.isGuest)
      return refuse({ reason: "account_needed" });
    if (saleRefusal) return refuse(saleRefusal);
    if (people > limits.peoplePerOrder)
      return refuse({ reason: "too_many_people", most: limits.peoplePerOrder });
    if (isTooNewFor(batch.olderBuild, types) || (voucher && batch.olderBuild))
      return refuse({ reason: "older_build_runs" });
    const freeUnits = (id: Uuid) => unitsLeftNow(id) + (open?.takes[id] ?? 0);
    const shortage = shortageOf(wished, eventIds, freeUnits);
    if (shortage) return refuse(shortage);
    if (voucher?.perPerson && !customer.mailbox)
      return refuse(
        customer.isGuest ? { reason: "proof_needed" } : { reason: "code_invalid", why: "unproven_address" },
      );
    const voucherUser = `${voucher?.id} ${customer.mailbox ?? request.userId}`;
    const used =
      (code?.used ?? 0) + (newVoucherUses.get(voucherUser) ?? 0) - (open?.takes[voucher?.id ?? ""] ?? 0);
    const priced = wished.flatMap((one) => linesOf(one, eventIds, freeUnits));
    const lines = codedLines(
      priced,
      types,
      voucher,
      voucher ? usesLeft(voucher, freeUnits(voucher.id), used) : 0,
    );
    if ("reason" in lines) return refuse(lines);
    const total = sum(lines.map((line) => line.total));
    const nights = first.events.filter(({ id }) => eventIds.includes(id));
    const moved = movedSince(nights, request.nights ?? null);
    if (moved) {
      const { date, time } = moved;
      return refuse({ reason: "night_moved", date, time, ...(isDearer(total) ? { total } : {}) });
    }
    if (isDearer(total)) return refuse({ reason: "price_changed", total });
    if (total > 0 && total < limits.leastCardPayment && lines.some(({ discount }) => discount > 0))
      return refuse({ reason: "below_card_minimum", least: limits.leastCardPayment });
    const takes = takesOf(lines);
    const weight = weightOf(lines);
    if (customer.isGuest) for (const { guestHoldsId } of nights) takes.set(guestHoldsId, people);
    const refusalOfGuest = customer.isGuest
      ? guestRefusal(batch, {
          customer,
          wished,
          nights,
          weight,
          takes,
          open,
          total,
          guestMoves,
          newOfNetworks,
        })
      : undefined;
    if (refusalOfGuest) return refuse(refusalOfGuest);
    const hoardingProblem = hoardingProblemOf(request, customer, weight, open?.id);
    if (hoardingProblem) return refuse(hoardingProblem);
    if (open) return refuse({ reason: "other_order_open", orderId: open.id });

    const order: NewOrder = {
      id: newId(),
      userId: request.userId,
      mailbox: customer.mailbox,
      scopeId,
      eventIds,
      lines,
      weight,
      takes,
      networks: customer.networks.map(({ network }) => network),
      total,
      origin: request.origin,
      requestKey: request.requestKey,
    };
    for (const each of customer.isGuest ? [moves, guestMoves] : [moves])
      addMoves(each, takes, { held: 1, sold: 0 });
    if (voucher)
      newVoucherUses.set(voucherUser, (newVoucherUses.get(voucherUser) ?? 0) + (takes.get(voucher.id) ?? 0));
    for (const network of order.networks)
      newOfNetworks.set(network, [...(newOfNetworks.get(network) ?? []), order]);
    const existingOrder = asExistingOrder(order);
    newOpenOrders.set(`${order.userId} ${scopeId}`, existingOrder);
    const hold = { orderId: order.id, places: weight, startsIn: 0, endsIn: batch.holdSeconds };
    const holdOwner = order.mailbox ?? order.userId;
    newHolds.set(holdOwner, [...(newHolds.get(holdOwner) ?? []), hold]);
    if (order.requestKey) newOrdersByKey.set(`${order.userId} ${order.requestKey}`, existingOrder);
    return { kind: "new", order };
  });
  return { decisions, moves };
}

/** Whether an order of this person has the type. Then the type stays open to the person without its voucher. */
function isOfOrder(ticketTypeId: Uuid, { openOrder, keyedOrder }: CustomerFacts): boolean {
  return [openOrder, keyedOrder].some((order) =>
    order?.lines.some((line) => line.ticketTypeId === ticketTypeId),
  );
}

/** Whether both name the same number of tickets of the same types. A type sold at two prices has two lines. */
function areSameLines(one: readonly WishedLine[], other: readonly WishedLine[]): boolean {
  const [wished, others] = [ticketsOf(one), ticketsOf(other)];
  return (
    wished.size === others.size && [...wished].every(([type, quantity]) => others.get(type) === quantity)
  );
}

function ticketsOf(lines: readonly WishedLine[]): Map<Uuid, number> {
  const tickets = new Map<Uuid, number>();
  for (const { ticketTypeId, quantity } of lines)
    tickets.set(ticketTypeId, (tickets.get(ticketTypeId) ?? 0) + quantity);
  return tickets;
}

function refuse(refusal: HoldRefusal): HoldDecision {
  return { kind: "refused", refusal };
}

function asExistingOrder({ id, lines, weight, takes, eventIds, scopeId, total }: NewOrder): ExistingOrder {
  return {
    id,
    lines,
    eventIds,
    scopeId,
    total,
    state: "held",
    isQueued: false,
    weight,
    takes: Object.fromEntries(takes),
  };
}
