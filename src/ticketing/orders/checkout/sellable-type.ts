import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { type PricePhase, pricedParts } from "#ticketing/events/price-phase.ts";
import { type NightOffSale, refusalOf, type TypeOffSale, takesPlace } from "#ticketing/events/sale-state.ts";
import type { CodeKind, Family } from "#ticketing/events/type-family.ts";
import type { Discounted } from "#ticketing/events/voucher.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { availableTickets, takesOf } from "#ticketing/stock/stock.ts";
import type { CustomerFacts, HoldRefusal, WishedLine } from "./hold-request.ts";
import type { ShownMoment } from "./shown-nights.ts";

/** A ticket type as the batch reads it, with its published nights. */
export type SellableType = {
  readonly id: Uuid;
  readonly title: string;
  readonly price: Money;
  /** How many people one ticket admits; 0 for an add-on, which is bought beside a ticket. */
  readonly entries: number;
  readonly family: Family;
  readonly priceId: string | null;
  readonly codePer: CodeKind;
  readonly poolId: Uuid | null;
  /** The price phases in order; when empty, the type has one price. */
  readonly phases: readonly PricePhase[];
  readonly requiresCode: boolean;
  /** Why the type cannot be bought on any night, however many are left; null when it can. */
  readonly off: TypeOffSale | null;
  readonly events: readonly SellableNight[];
};

export type SellableNight = ShownMoment & {
  readonly id: Uuid;
  /** The id of the counter of places that guests hold. */
  readonly guestHoldsId: Uuid;
  /** Why nothing of the night can be bought, by the database's clock (others may be wrong); null when on sale. */
  readonly off: NightOffSale | null;
  /** Whether the night has a waiting room, which lets people in one after the other. */
  readonly hasRoom: boolean;
  /** Whether the type's last hour of entry on this night is over. */
  readonly isEntryOver: boolean;
};

export type WishedType = { readonly type: SellableType; readonly quantity: number };

/** Tickets of one type at the present price, in bani. */
export type PricedLine = WishedLine &
  Pick<SellableType, "entries" | "family" | "title" | "priceId" | "codePer" | "poolId"> & {
    readonly eventIds: readonly Uuid[];
    readonly listPrice: Money;
    readonly phaseId: Uuid | null;
  };

/** A line of a new order, with its voucher's discount. */
export type NewLine = Discounted<PricedLine>;

/** Whether a buyer may know that the type exists: not if only drafts have it. Its voucher is checked elsewhere. */
export function isOffered(type: SellableType | undefined): type is SellableType {
  return type !== undefined && type.events.length > 0 && type.off !== "hidden" && type.off !== "archived";
}

/** The lines at present prices: one for each price phase that the tickets come from. */
export function linesOf(
  { type, quantity }: WishedType,
  eventIds: readonly Uuid[],
  leftNow: (id: Uuid) => number,
): PricedLine[] {
  const { id: ticketTypeId, entries, family, title, priceId, codePer, poolId } = type;
  return pricedParts(type, quantity, leftNow).map(({ phaseId, price, quantity }) => ({
    ticketTypeId,
    quantity,
    eventIds,
    entries,
    family,
    title,
    priceId,
    codePer,
    poolId,
    phaseId,
    listPrice: price,
  }));
}

/** Why this customer cannot buy the type now, however many are left; undefined when the customer can. */
export function notForSale(
  type: SellableType,
  eventIds: readonly Uuid[],
  customer: CustomerFacts,
): HoldRefusal | undefined {
  const nights = type.events.filter((event) => eventIds.includes(event.id));
  if (nights.some(({ off }) => off === "stopped")) return { reason: refusalOf("stopped") };
  const refusal = mayDo(customer, "buy-before-opening")
    ? undefined
    : notOpenYet(type, nights, customer.letInto);
  if (refusal) return refusal;
  // the last hour of sale of one night does not concern a pass
  if (type.family !== "season_pass" && nights.some(({ off }) => off === "sale_ended"))
    return { reason: refusalOf("sale_ended") };
  // a type for several nights stays on sale while one of them still admits people
  const isOver = nights.length > 0 && nights.every((night) => night.isEntryOver);
  const off = isOver && (type.off === null || type.off === "price_pending") ? "entry_over" : type.off;
  return off === null ? undefined : { reason: refusalOf(off) };
}

/** Refuses the first type that has too few tickets left after the types before it; undefined when all suffice. */
export function shortageOf(
  wished: readonly WishedType[],
  eventIds: readonly Uuid[],
  leftNow: (id: Uuid) => number,
): HoldRefusal | undefined {
  const takenBefore = new Map<string, number>();
  const free = (id: Uuid) => leftNow(id) - (takenBefore.get(id) ?? 0);
  for (const { type, quantity } of wished) {
    const { id: ticketTypeId, entries, poolId } = type;
    const places = poolId === null ? eventIds : [...eventIds, poolId];
    const priced = pricedParts(type, quantity, leftNow).reduce((n, part) => n + part.quantity, 0);
    const available = Math.min(priced, availableTickets(free(ticketTypeId), entries, places.map(free)));
    if (quantity > available) return { reason: "not_enough", ticketTypeId, available };
    for (const [id, n] of takesOf([{ ticketTypeId, eventIds, quantity, entries, poolId }]))
      takenBefore.set(id, (takenBefore.get(id) ?? 0) + n);
  }
  return undefined;
}

/** The nights and scope that all types of a purchase share; refuses types of different nights. */
export function admittedTogether(
  types: readonly SellableType[],
  eventId: Uuid | null,
): Admitted | HoldRefusal {
  const [first, ...others] = types.map((type) => admittedEvents(type, eventId));
  if (!first || "reason" in first) return first ?? { reason: "unknown_type" };
  for (const other of others) {
    if ("reason" in other) return other;
    if (other.scopeId !== first.scopeId) return { reason: "wrong_event" };
  }
  return first;
}

type Admitted = { readonly eventIds: readonly Uuid[]; readonly scopeId: Uuid };

/**
 * The events that a purchase admits to. A pass or early bird: every linked event that is not over. An ordinary type:
 * the event whose page it was chosen on, or its only event.
 */
export function admittedEvents(type: SellableType, eventId: Uuid | null): Admitted | HoldRefusal {
  if (eventId !== null && !type.events.some((event) => event.id === eventId))
    return { reason: "wrong_event" };
  if (type.family !== "ordinary") {
    const comingNights = type.events.filter(({ off }) => takesPlace(off));
    if (comingNights.length > 0)
      return { eventIds: comingNights.map((event) => event.id).sort(), scopeId: type.id };
    const isPast = type.events.every(({ off }) => off === "ended");
    return { reason: refusalOf(isPast ? "ended" : "unavailable") };
  }
  const chosen = eventId !== null ? type.events.find((event) => event.id === eventId) : type.events[0];
  if (!chosen) return { reason: "event_unavailable" };
  if (eventId === null && type.events.length > 1) return { reason: "wrong_event" };
  if (!takesPlace(chosen.off)) return { reason: refusalOf(chosen.off) };
  return { eventIds: [chosen.id], scopeId: chosen.id };
}

/** Refuses when a night's sale is not open for this customer. A season pass is an offer of its own. */
function notOpenYet(
  type: SellableType,
  nights: readonly SellableNight[],
  letInto: readonly Uuid[],
): HoldRefusal | undefined {
  if (type.family === "season_pass") return undefined;
  const unopenedNight = nights.find(({ off }) => off === "announced");
  if (unopenedNight) return { reason: refusalOf("announced"), eventId: unopenedNight.id };
  const nightWithRoom = nights.find((night) => night.hasRoom && !letInto.includes(night.id));
  return nightWithRoom && { reason: "wait_in_room", eventId: nightWithRoom.id };
}
