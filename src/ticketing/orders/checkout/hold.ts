import { newId, type Uuid } from "#kernel/id.ts";
import { type Money, sum } from "#kernel/money.ts";
import { isTooNewFor, type OlderBuild } from "#ticketing/events/older-build.ts";
import { usesLeft } from "#ticketing/events/voucher.ts";
import { limits } from "#ticketing/limits.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { addMoves, type Counter, left, type Move, takesOf } from "#ticketing/stock/stock.ts";
import { codedLines, isOpenWith, type KnownVoucher } from "./coded-lines.ts";
import { guestRefusal } from "./guest-limits.ts";
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
  linesOf,
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
  /** How much the order takes of each counter, by the counter's id. */
  readonly takes: ReadonlyMap<string, number>;
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
  /** For each request its voucher, if it names one that exists. */
  readonly codes?: readonly (KnownVoucher | undefined)[];
  readonly types: ReadonlyMap<Uuid, SellableType>;
  readonly counters: ReadonlyMap<Uuid, Counter>;
  readonly holdSeconds: number;
  readonly hoarding: HoardingLimit;
  /** The oldest other build that still runs, during an upgrade; null when there is none. */
  readonly olderBuild: OlderBuild | null;
  /** Whether a build that knows no guests still runs. */
  readonly isGuestTooNew: boolean;
};

/** Decides a batch in order of arrival, each with regard to the earlier ones: the result is that of one by one. */
export function decideHolds(batch: HoldBatch): { decisions: HoldDecision[]; moves: Map<string, Move> } {
  const moves = new Map<string, Move>();
  const opened = new Map<string, KnownOrder>();
  const keyed = new Map<string, KnownOrder>();
  const taken = new Map<string, UnpaidHold[]>();
  const usedHere = new Map<string, number>();
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
    const code = batch.codes?.[i];
    const voucher = code?.voucher.isInForce ? code.voucher : null;
    const isWrong = Boolean(request.code) && !voucher;
    const wished = request.lines.flatMap(({ ticketTypeId, quantity }) => {
      const type = batch.types.get(ticketTypeId);
      const isOpen = (one: SellableType) => isOpenWith(voucher, one) || isOfOrder(one.id, known);
      return isOffered(type) && isOpen(type) ? [{ type, quantity }] : [];
    });
    // the order's own columns repeat its first line, so an add-on must not come first
    wished.sort((one, other) => Number(one.type.entries === 0) - Number(other.type.entries === 0));
    const types = wished.map(({ type }) => type);
    const [first] = types;
    // A wrong voucher is reported before an unknown type, so the answer does not tell whether a hidden type has this
    // id.
    if (!first || types.length < request.lines.length)
      return refuse(isWrong ? { reason: "code_invalid", why: "unknown" } : { reason: "unknown_type" });
    if (request.priceId !== null && request.priceId !== first.priceId)
      return refuse({ reason: "unknown_type" });
    if (types.length > 1 && types.some((type) => type.family !== "ordinary"))
      return refuse({ reason: "sold_alone" });
    const admitted = admittedTogether(types, request.eventId);
    if ("reason" in admitted) return refuse(admitted);
    const { eventIds, scopeId } = admitted;
    if (types.every(({ entries }) => entries === 0)) return refuse({ reason: "ticket_needed" });
    if (known.isGuest && batch.isGuestTooNew) return refuse({ reason: "older_build_runs" });
    const isDearer = (total: Money) => request.total !== null && total > request.total;
    const isWished = (order: KnownOrder) =>
      order.scopeId === scopeId &&
      areSameLines(order.lines, request.lines) &&
      (!request.code ||
        code?.voucher.kind === "unlock" ||
        (code !== undefined && code.voucher.id in order.takes));

    const byKey = request.requestKey
      ? (keyed.get(`${request.userId} ${request.requestKey}`) ?? known.keyedOrder)
      : null;
    if (byKey && !isWished(byKey)) return refuse({ reason: "key_reused" });
    if (byKey && isDearer(byKey.total)) return refuse({ reason: "price_changed", total: byKey.total });
    if (byKey) return { kind: "same", order: byKey };
    const open = opened.get(`${request.userId} ${scopeId}`) ?? known.openOrder;
    if (open && isWished(open) && !isDearer(open.total)) return { kind: "same", order: open };
    const isFree = Boolean(request.code) || types.every(({ price }) => price === 0);
    if (known.freeOrder && isFree && isWished(known.freeOrder))
      return { kind: "same", order: known.freeOrder };
    // The open order is replaced, also by the same selection when its price fell. The checks below count its places
    // as free; it is released only if the new order passes all of them.
    if (isWrong) return refuse({ reason: "code_invalid", why: "unknown" });
    if (!types.every((type) => isOpenWith(voucher, type))) return refuse({ reason: "unknown_type" });
    const places = wished.reduce((n, { quantity, type }) => n + quantity * type.entries, 0);
    const closed = types.map((type) => notForSale(type, eventIds, known)).find(Boolean);
    if (closed?.reason === "wait_in_room" && known.isGuest) return refuse({ reason: "account_needed" });
    if (closed) return refuse(closed);
    if (places > limits.peoplePerOrder)
      return refuse({ reason: "too_many_people", most: limits.peoplePerOrder });
    if (isTooNewFor(batch.olderBuild, types) || (voucher && batch.olderBuild))
      return refuse({ reason: "older_build_runs" });
    const free = (id: Uuid) => leftNow(id) + (open?.takes[id] ?? 0);
    const short = lacking(wished, eventIds, free);
    if (short) return refuse(short);
    if (voucher?.perPerson && !known.mailbox)
      return refuse(
        known.isGuest ? { reason: "proof_needed" } : { reason: "code_invalid", why: "unproven_address" },
      );
    const user = `${voucher?.id} ${known.mailbox ?? request.userId}`;
    const used = (code?.used ?? 0) + (usedHere.get(user) ?? 0) - (open?.takes[voucher?.id ?? ""] ?? 0);
    const priced = wished.flatMap((one) => linesOf(one, eventIds, free));
    const lines = codedLines(priced, types, voucher, voucher ? usesLeft(voucher, free(voucher.id), used) : 0);
    if ("reason" in lines) return refuse(lines);
    const total = sum(lines.map((line) => line.total));
    if (isDearer(total)) return refuse({ reason: "price_changed", total });
    if (total > 0 && total < limits.leastCardPayment && lines.some(({ discount }) => discount > 0))
      return refuse({ reason: "below_card_minimum", least: limits.leastCardPayment });
    const forAccounts = known.isGuest
      ? guestRefusal(batch, { known, wished, eventIds, open, total, moves })
      : undefined;
    if (forAccounts) return refuse(forAccounts);
    const hoarded = hoards(request, known, places, open?.id);
    if (hoarded) return refuse(hoarded);
    if (open) return refuse({ reason: "other_order_open", orderId: open.id });

    const takes = takesOf(lines);
    if (known.isGuest)
      for (const { id, guestHoldsId } of first.events)
        if (eventIds.includes(id)) takes.set(guestHoldsId, places);
    const order: NewOrder = {
      id: newId(),
      userId: request.userId,
      mailbox: known.mailbox,
      scopeId,
      eventIds,
      lines,
      takes,
      total,
      origin: request.origin,
      requestKey: request.requestKey,
    };
    addMoves(moves, takes, { held: 1, sold: 0 });
    if (voucher) usedHere.set(user, (usedHere.get(user) ?? 0) + (takes.get(voucher.id) ?? 0));
    const made = asKnown(order);
    opened.set(`${order.userId} ${scopeId}`, made);
    const hold = { orderId: order.id, places, startsIn: 0, endsIn: batch.holdSeconds };
    const hoarder = order.mailbox ?? order.userId;
    taken.set(hoarder, [...(taken.get(hoarder) ?? []), hold]);
    if (order.requestKey) keyed.set(`${order.userId} ${order.requestKey}`, made);
    return { kind: "new", order };
  });
  return { decisions, moves };
}

/** Whether an order of this person has the type. Then the type stays open to the person without its voucher. */
function isOfOrder(ticketTypeId: Uuid, { openOrder, keyedOrder }: KnownOfCustomer): boolean {
  return [openOrder, keyedOrder].some((order) =>
    order?.lines.some((line) => line.ticketTypeId === ticketTypeId),
  );
}

/** Whether both name the same number of tickets of the same types. A type sold at two prices has two lines. */
function areSameLines(one: readonly WishedLine[], other: readonly WishedLine[]): boolean {
  const [wished, known] = [ticketsOf(one), ticketsOf(other)];
  return wished.size === known.size && [...wished].every(([type, quantity]) => known.get(type) === quantity);
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

function asKnown({ id, lines, takes, eventIds, scopeId, total }: NewOrder): KnownOrder {
  return {
    id,
    lines,
    eventIds,
    scopeId,
    total,
    state: "held",
    isQueued: false,
    takes: Object.fromEntries(takes),
  };
}
