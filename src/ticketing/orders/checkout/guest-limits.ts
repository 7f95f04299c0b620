import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { isForAccounts } from "#ticketing/events/type-family.ts";
import { limits } from "#ticketing/limits.ts";
import type { Counter, Move } from "#ticketing/stock/stock.ts";
import { guestLimitOf, guestShareOf, takenOf } from "./guest-share.ts";
import type { CustomerFacts, ExistingOrder, GuestNetwork, GuestRefusal } from "./hold-request.ts";
import type { SellableNight, WishedType } from "./sellable-type.ts";

type TakenByGuest = { readonly weight: number; readonly takes: ReadonlyMap<string, number> };

type GuestWish = {
  readonly customer: CustomerFacts;
  readonly wished: readonly WishedType[];
  readonly nights: readonly SellableNight[];
  /** What the new order keeps from others while it is unpaid (`weightOf`). */
  readonly weight: number;
  /** How much the new order takes of each counter, by the counter's id. */
  readonly takes: ReadonlyMap<string, number>;
  /** The customer's open order that the new one would replace. */
  readonly open: ExistingOrder | null;
  readonly total: Money;
  /** What earlier guests of the same batch take, and their orders by the hash of their network. */
  readonly guestMoves: ReadonlyMap<string, Move>;
  readonly newOfNetworks: ReadonlyMap<string, readonly TakenByGuest[]>;
};

type BatchFacts = {
  readonly counters: ReadonlyMap<Uuid, Counter>;
  /** How much of each counter guests hold unpaid, by its id. */
  readonly guestHolds: ReadonlyMap<string, number>;
  readonly holdSeconds: number;
};

/**
 * Why a guest is refused what an account could buy: a pass; more than a few tickets of a night (a ticket for several
 * people counts as one) or of an add-on, or for more people than guests may hold together; what others of all guests, or of one
 * network, leave no room for; free tickets before the address is proven. Undefined when the guest may buy it. What was
 * given back does not count, or one person would shut the others of the network out by taking and giving back.
 */
export function guestRefusal(batch: BatchFacts, wish: GuestWish): GuestRefusal | undefined {
  const { customer, wished, nights, takes, open, total, guestMoves } = wish;
  if (wished.some(({ type }) => isForAccounts(type.family))) return { reason: "account_needed" };
  const { tickets } = takenOf(wished.map(({ type, quantity }) => ({ entries: type.entries, quantity })));
  const mayStillBuy = (of: string) => Math.max(0, limits.ticketsPerGuest - (customer.bought[of] ?? 0));
  const most = Math.min(limits.ticketsPerGuest, ...nights.map(({ id }) => mayStillBuy(id)));
  if (tickets > most) return { reason: "too_many_for_guest", most };
  for (const { type, quantity } of wished) {
    const most = mayStillBuy(type.id);
    if (type.entries === 0 && quantity > most) return { reason: "too_many_add_ons_for_guest", most };
  }
  if (total === 0 && !customer.mailbox) return { reason: "proof_needed" };
  const heldBesides = (id: string, held = 0) =>
    held + (guestMoves.get(id)?.held ?? 0) - (open?.takes[id] ?? 0);
  const shareOf = (id: string) => guestShareOf(batch.counters.get(id as Uuid)?.capacity ?? 0);
  for (const { id, guestHoldsId } of nights) {
    const people = takes.get(guestHoldsId) ?? 0;
    const { people: most } = guestLimitOf(batch.counters.get(id)?.capacity ?? 0);
    if (most === 0) return { reason: "account_needed" };
    if (people > most) return { reason: "too_many_people_for_guest", most };
    const others = heldBesides(guestHoldsId, batch.counters.get(guestHoldsId)?.held);
    if (others + people > shareOf(id)) return { reason: "guests_full" };
  }
  for (const [id, taken] of takes) {
    const others = heldBesides(id, batch.guestHolds.get(id));
    if (isOverShare({ taken, others, share: shareOf(id) }))
      return { reason: "guests_full", title: wished.find(({ type }) => type.id === id)?.type.title };
  }
  for (const [at, network] of customer.networks.entries()) {
    const refusal = refusalOfNetwork(batch, wish, network, at > 0);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Whether others leave too little of a share. A guest alone is never over it: a few tickets may be all of a small one. */
const isOverShare = ({ taken, others, share }: { taken: number; others: number; share: number }) =>
  others > 0 && others + taken > Math.max(limits.ticketsPerGuest, share);

/**
 * Refuses an order with which guests of one network would hold too many places of all nights, or more than their share
 * of a night, type, price phase, pool or voucher.
 */
function refusalOfNetwork(
  { counters, holdSeconds }: BatchFacts,
  { customer, weight, takes, open, newOfNetworks }: GuestWish,
  { network, isOwn, places, wait, counters: held }: GuestNetwork,
  isWider: boolean,
): GuestRefusal | undefined {
  const newOrders = newOfNetworks.get(network) ?? [];
  const replaced = isOwn || open !== customer.openOrder ? open : null;
  const othersOf = (id: string, stored: number) =>
    stored + newOrders.reduce((n, order) => n + (order.takes.get(id) ?? 0), 0) - (replaced?.takes[id] ?? 0);
  const placesOfNew = newOrders.reduce((n, order) => n + order.weight, 0);
  const others = places + placesOfNew - (replaced?.weight ?? 0);
  const times = isWider ? limits.dearBudgetsOfWiderNetwork : 1;
  if (others + weight > limits.guestPlacesPerAddress * times)
    return { reason: "too_many_guests", retryAfter: places > 0 ? wait : holdSeconds };
  for (const [id, taken] of takes) {
    const share = guestShareOf(counters.get(id as Uuid)?.capacity ?? 0) * limits.shareOfGuestNetwork;
    if (isOverShare({ taken, others: othersOf(id, held[id]?.held ?? 0), share }))
      return { reason: "too_many_guests", retryAfter: held[id]?.wait ?? holdSeconds };
  }
  return undefined;
}
