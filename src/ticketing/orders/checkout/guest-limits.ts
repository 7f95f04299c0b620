import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { isForAccounts } from "#ticketing/events/type-family.ts";
import { limits } from "#ticketing/limits.ts";
import type { Counter, Move } from "#ticketing/stock/stock.ts";
import type { CustomerFacts, ExistingOrder, GuestRefusal, HeldByNetwork } from "./hold-request.ts";
import type { SellableNight, WishedType } from "./sellable-type.ts";

type GuestWish = {
  readonly customer: CustomerFacts;
  readonly wished: readonly WishedType[];
  readonly nights: readonly SellableNight[];
  /** How much the new order takes of each counter, by the counter's id. */
  readonly takes: ReadonlyMap<string, number>;
  /** The customer's open order that the new one would replace. */
  readonly open: ExistingOrder | null;
  readonly total: Money;
  /** Stock changes by earlier requests of the same batch. */
  readonly moves: ReadonlyMap<string, Move>;
};

/**
 * Why a guest is refused what an account could buy: a pass; more than a few tickets of a night (a ticket for several
 * people counts as one); more than guests, or guests of one network, may hold together; free tickets before the
 * address is proven. Undefined when the guest may buy it.
 */
export function guestRefusal(
  { counters }: { readonly counters: ReadonlyMap<Uuid, Counter> },
  { customer, wished, nights, takes, open, total, moves }: GuestWish,
): GuestRefusal | undefined {
  if (wished.some(({ type }) => isForAccounts(type.family))) return { reason: "account_needed" };
  const tickets = wished.filter(({ type }) => type.entries > 0).reduce((n, { quantity }) => n + quantity, 0);
  const bought = Math.max(0, ...nights.map(({ id }) => customer.ticketsBought[id] ?? 0));
  const most = Math.max(0, limits.ticketsPerGuest - bought);
  if (tickets > most) return { reason: "too_many_for_guest", most };
  if (total === 0 && !customer.mailbox) return { reason: "proof_needed" };
  const capacityOf = (id: Uuid) => counters.get(id)?.capacity ?? 0;
  const lines = wished.map(({ type }) => type);
  const replaced = customer.isOfNetwork ? customer.openOrder?.takes : undefined;
  const refusal = refusalOfNetwork({ takes, lines, replaced }, customer.heldByNetwork, capacityOf);
  if (refusal) return refusal;
  const isFull = nights.some(({ id, guestHoldsId }) => {
    const held = (counters.get(guestHoldsId)?.held ?? 0) + (moves.get(guestHoldsId)?.held ?? 0);
    const others = held - (open?.takes[guestHoldsId] ?? 0);
    return others + (takes.get(guestHoldsId) ?? 0) > Math.floor(capacityOf(id) * limits.shareOfGuestHolds);
  });
  return isFull ? { reason: "guests_full" } : undefined;
}

type TakenByGuest = {
  readonly takes: ReadonlyMap<string, number>;
  readonly lines: readonly { readonly entries: number }[];
  /** What of the network's is given back for the order. */
  readonly replaced?: ExistingOrder["takes"] | undefined;
};

/**
 * Refuses an order with which guests of one network would hold more than their share of a night, type, price phase, pool
 * or voucher. The share is enough for a few tickets, and for one that lets in more people.
 */
export function refusalOfNetwork(
  { takes, lines, replaced }: TakenByGuest,
  heldByNetwork: HeldByNetwork,
  capacityOf: (id: Uuid) => number,
): GuestRefusal | undefined {
  const least = Math.max(limits.ticketsPerGuest, ...lines.map(({ entries }) => entries));
  for (const [id, taken] of takes) {
    const share = capacityOf(id as Uuid) * limits.shareOfGuestHolds * limits.shareOfGuestNetwork;
    const most = Math.max(least, Math.floor(share));
    // nobody else has to give way, so waiting does not help
    if (taken > most) return { reason: "account_needed" };
    const { held = 0, wait = 1 } = heldByNetwork[id] ?? {};
    if (held - (replaced?.[id] ?? 0) + taken > most) return { reason: "too_many_guests", retryAfter: wait };
  }
  return undefined;
}
