/** A batch of holds: nights, types, customers and requests as the rules see them, ordinary where a test says nothing. */
import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { limits } from "#ticketing/limits.ts";
import { decideHolds } from "#ticketing/orders/checkout/hold.ts";
import type { CustomerFacts, HoldRequest } from "#ticketing/orders/checkout/hold-request.ts";
import type { SellableNight, SellableType } from "#ticketing/orders/checkout/sellable-type.ts";

export const sellableNight = (given: Partial<SellableNight> = {}): SellableNight => ({
  id: newId(),
  date: "2027-07-17",
  time: "22:00",
  guestHoldsId: newId(),
  off: null,
  hasRoom: false,
  isEntryOver: false,
  ...given,
});

export const sellableType = (given: Partial<SellableType> = {}): SellableType => ({
  id: newId(),
  title: "Intrare generală",
  price: bani(10_000),
  entries: 1,
  family: "ordinary",
  priceId: "price_1",
  codePer: "person",
  poolId: null,
  phases: [],
  requiresCode: false,
  off: null,
  events: [],
  ...given,
});

export const knownCustomer = (given: Partial<CustomerFacts> = {}): CustomerFacts => ({
  role: "user",
  isGuest: false,
  openOrder: null,
  keyedOrder: null,
  freeOrder: null,
  mailbox: null,
  unpaid: [],
  bought: {},
  networks: [],
  letInto: [],
  ...given,
});

export const holdRequest = (given: Partial<HoldRequest> = {}): HoldRequest => ({
  userId: newId(),
  lines: [],
  eventId: null,
  priceId: null,
  total: null,
  origin: "event",
  requestKey: null,
  ...given,
});

/** So many tickets of a type. */
export const of = (type: SellableType, quantity: number): [SellableType, number] => [type, quantity];
export const linesOf = (lines: readonly (readonly [SellableType, number])[]) =>
  lines.map(([type, quantity]) => ({ ticketTypeId: type.id, quantity }));

type Batch = Parameters<typeof decideHolds>[0];
type Asked = Pick<Batch, "requests" | "customers" | "types" | "counters">;

export const decideBatch = (asked: Asked & Partial<Batch>) =>
  decideHolds({
    holdSeconds: 1800,
    hoarding: limits.hoarding,
    guestHolds: new Map(),
    olderBuild: null,
    isGuestTooNew: false,
    ...asked,
  });
