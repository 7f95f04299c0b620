import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { isForAccounts } from "#ticketing/events/type-family.ts";
import { limits } from "#ticketing/limits.ts";
import type { Counter, Move } from "#ticketing/stock/stock.ts";
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
  /** Stock changes by earlier requests of the same batch, and their orders by the hash of their guest's network. */
  readonly moves: ReadonlyMap<string, Move>;
  readonly newOfNetworks: ReadonlyMap<string, readonly TakenByGuest[]>;
};

type BatchFacts = { readonly counters: ReadonlyMap<Uuid, Counter>; readonly holdSeconds: number };

/**
 * Why a guest is refused what an account could buy: a pass; more than a few tickets of a night (a ticket for several
 * people counts as one); more than guests, or guests of one network, may hold together; free tickets before the
 * address is proven. Undefined when the guest may buy it. What was given back does not count, or one person would shut
 * the others of the network out by taking and giving back.
 */
export function guestRefusal(batch: BatchFacts, wish: GuestWish): GuestRefusal | undefined {
  const { customer, wished, nights, takes, open, total, moves } = wish;
  if (wished.some(({ type }) => isForAccounts(type.family))) return { reason: "account_needed" };
  const tickets = wished.filter(({ type }) => type.entries > 0).reduce((n, { quantity }) => n + quantity, 0);
  const bought = Math.max(0, ...nights.map(({ id }) => customer.ticketsBought[id] ?? 0));
  const most = Math.max(0, limits.ticketsPerGuest - bought);
  if (tickets > most) return { reason: "too_many_for_guest", most };
  if (total === 0 && !customer.mailbox) return { reason: "proof_needed" };
  for (const { id, guestHoldsId } of nights) {
    const held = (batch.counters.get(guestHoldsId)?.held ?? 0) + (moves.get(guestHoldsId)?.held ?? 0);
    const others = held - (open?.takes[guestHoldsId] ?? 0);
    const most = Math.floor((batch.counters.get(id)?.capacity ?? 0) * limits.shareOfGuestHolds);
    const taken = takes.get(guestHoldsId) ?? 0;
    const refusal = refusalOfShare({ taken, others, most }, { reason: "guests_full" });
    if (refusal) return refusal;
  }
  for (const [at, network] of customer.networks.entries()) {
    const refusal = refusalOfNetwork(batch, wish, network, at > 0);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Refuses more than is left of a share: with `full`, unless the order alone is more than all of it. */
function refusalOfShare(
  { taken, others, most }: { taken: number; others: number; most: number },
  full: GuestRefusal,
): GuestRefusal | undefined {
  // nobody else has to give way, so waiting does not help
  if (taken > most) return { reason: "account_needed" };
  return others + taken > most ? full : undefined;
}

/**
 * Refuses an order with which guests of one network would hold too many places of all nights, or more than their share
 * of a night, type, price phase, pool or voucher. The share is enough for a few tickets, and for one that lets in more
 * people.
 */
function refusalOfNetwork(
  { counters, holdSeconds }: BatchFacts,
  { customer, wished, weight, takes, open, newOfNetworks }: GuestWish,
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
  const least = Math.max(limits.ticketsPerGuest, ...wished.map(({ type }) => type.entries));
  for (const [id, taken] of takes) {
    const capacity = counters.get(id as Uuid)?.capacity ?? 0;
    const share = Math.floor(capacity * limits.shareOfGuestHolds * limits.shareOfGuestNetwork);
    const refusal = refusalOfShare(
      { taken, others: othersOf(id, held[id]?.held ?? 0), most: Math.max(least, share) },
      { reason: "too_many_guests", retryAfter: held[id]?.wait ?? holdSeconds },
    );
    if (refusal) return refusal;
  }
  return undefined;
}
