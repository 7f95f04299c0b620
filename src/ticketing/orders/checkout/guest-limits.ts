import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { isForAccounts } from "#ticketing/events/type-family.ts";
import { limits } from "#ticketing/limits.ts";
import type { Counter, Move } from "#ticketing/stock/stock.ts";
import type { CustomerFacts, ExistingOrder, GuestRefusal } from "./hold-request.ts";
import type { WishedType } from "./sellable-type.ts";

type GuestWish = {
  readonly customer: CustomerFacts;
  readonly wished: readonly WishedType[];
  readonly eventIds: readonly Uuid[];
  /** The customer's open order that the new one would replace. */
  readonly open: ExistingOrder | null;
  readonly total: Money;
  /** Stock changes by earlier requests of the same batch. */
  readonly moves: ReadonlyMap<string, Move>;
};

/**
 * Why a guest is refused what an account could buy: a pass; more than a few tickets of a night (a ticket for several
 * people counts as one); more places than guests, or guests of one network, may hold together; free tickets before the
 * address is proven. Undefined when the guest may buy it.
 */
export function guestRefusal(
  { counters }: { readonly counters: ReadonlyMap<Uuid, Counter> },
  { customer, wished, eventIds, open, total, moves }: GuestWish,
): GuestRefusal | undefined {
  if (wished.some(({ type }) => isForAccounts(type.family))) return { reason: "account_needed" };
  const tickets = wished.filter(({ type }) => type.entries > 0).reduce((n, { quantity }) => n + quantity, 0);
  const most = Math.max(0, limits.ticketsPerGuest - customer.ticketsBought);
  if (tickets > most) return { reason: "too_many_for_guest", most };
  if (total === 0 && !customer.mailbox) return { reason: "proof_needed" };
  const places = wished.reduce((n, { quantity, type }) => n + quantity * type.entries, 0);
  const nights = wished[0]?.type.events.filter(({ id }) => eventIds.includes(id)) ?? [];
  const { heldByNetwork: otherGuests } = customer;
  if (nights.some(({ id }) => otherGuests.places + places > mostOfNetwork(counters.get(id)?.capacity ?? 0)))
    return { reason: "too_many_guests", retryAfter: otherGuests.wait };
  const isFull = nights.some(({ id, guestHoldsId }) => {
    const held = (counters.get(guestHoldsId)?.held ?? 0) + (moves.get(guestHoldsId)?.held ?? 0);
    const ownPlaces = open?.takes[guestHoldsId] ?? 0;
    return (
      held - ownPlaces + places > Math.floor((counters.get(id)?.capacity ?? 0) * limits.shareOfGuestHolds)
    );
  });
  return isFull ? { reason: "guests_full" } : undefined;
}

/** The most unpaid places of a night that guests of one network may hold together; at least enough for one guest. */
export function mostOfNetwork(capacity: number): number {
  const share = limits.shareOfGuestHolds * limits.shareOfGuestNetwork;
  return Math.max(limits.ticketsPerGuest, Math.floor(capacity * share));
}
