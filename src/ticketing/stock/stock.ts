/**
 * What a counter counts: tickets of a type, people at an event, people of a pool, tickets of a phase, tickets with a code,
 * people at an event for whom guests hold places, people on a guest list.
 */
export const counterKinds = [
  "units",
  "places",
  "pool",
  "phase",
  "voucher",
  "guest_holds",
  "guest_list",
] as const;

/** In SQL, the counter of what guests hold of an event `e`. */
export const guestHoldsOfEvent = "md5('guest_holds ' || e.id)::uuid";

/** The capacity of a phase, code or guest list without a limit by number, and of what guests hold: the counter counts. */
export const noLimit = 2_147_483_647;

/** In SQL, the places of the night that a guest list takes, whose counter is `k`: its own, or those of its names. */
export const takenByList = `CASE k.capacity WHEN ${noLimit} THEN k.sold ELSE k.capacity END`;

/** In SQL, the places that guest lists take of the night whose counter is `c`. They are given away, not sold. */
export const listedPlaces = `(SELECT coalesce(sum(${takenByList}), 0)::int FROM guest_lists l JOIN stock_counters k ON k.id = l.id WHERE l.event_id = c.id)`;

const given = (what: "places" | "units", of: "p.event_id" | "p.ticket_type_id" | "l.pool_id") =>
  `(SELECT coalesce(sum(p.${what}), 0)::int FROM order_lines l JOIN ticket_purchases p ON p.order_id = l.order_id AND p.line_no = l.no
     WHERE l.list_price = 0 AND p.status = 'paid' AND ${of} = c.id)`;

/** In SQL, the places that invitations and other free tickets take of the night whose counter is `c`. */
export const givenPlaces = given("places", "p.event_id");

/** In SQL, the same in tickets of the type whose counter is `c`. */
export const givenUnits = given("units", "p.ticket_type_id");

/** In SQL, the same in places of the pool whose counter is `c`. */
export const givenOfPool = given("places", "l.pool_id");

/**
 * In SQL, what is set aside for sale at the door (docs/decisions/0039) of the night, type or pool whose counter is `c`, sold there
 * or not: it is in no order.
 */
export const doorPlaces =
  "(SELECT coalesce(sum(d.quantity * d.entries), 0)::int FROM door_shares d WHERE d.event_id = c.id)";

/** In SQL, the places of the night `c` that were sold, without what was given away or set aside for the door: of its whole capacity. */
export const soldPlaces = `c.sold - ${listedPlaces} - ${givenPlaces} - ${doorPlaces}`;

export const doorUnits =
  "(SELECT coalesce(sum(d.quantity), 0)::int FROM door_shares d WHERE d.ticket_type_id = c.id)";
export const doorOfPool =
  "(SELECT coalesce(sum(d.quantity * d.entries), 0)::int FROM door_shares d WHERE d.pool_id = c.id)";

/** A counter as an act reads it under its lock. */
export type Counter = {
  readonly id: string;
  readonly capacity: number;
  readonly held: number;
  readonly sold: number;
};

/** A change of one counter. */
export type Move = { readonly held: number; readonly sold: number };

export function left(counter: Counter): number {
  return counter.capacity - counter.held - counter.sold;
}

/**
 * How many tickets of a type can be bought now: at most what the type has left, and at most what fits into every one of
 * its events and its pool; an add-on, whose tickets let nobody in, takes none of those. "Sold out", quantities and prices are all shown from this one answer.
 */
export function availableTickets(typeLeft: number, entries: number, placesLeft: readonly number[]): number {
  if (entries === 0) return Math.max(0, typeLeft);
  const places = Math.min(...placesLeft);
  return Math.max(0, Math.min(typeLeft, Number.isFinite(places) ? Math.floor(places / entries) : 0));
}

/**
 * What a line of an order takes: `quantity` of its type, of the phase whose price it has and of its code, and
 * `quantity x entries` places of every event and of the pool.
 */
export type Take = {
  readonly ticketTypeId: string;
  readonly eventIds: readonly string[];
  readonly quantity: number;
  readonly entries: number;
  readonly poolId?: string | null;
  readonly phaseId?: string | null;
  readonly voucherId?: string | null;
};

/** How much the lines of an order take of each counter. */
export function takesOf(lines: readonly Take[]): Map<string, number> {
  const takes = new Map<string, number>();
  const add = (id: string, n: number) => takes.set(id, (takes.get(id) ?? 0) + n);
  for (const { ticketTypeId, eventIds, quantity, entries, poolId, phaseId, voucherId } of lines) {
    add(ticketTypeId, quantity);
    for (const eventId of eventIds) add(eventId, quantity * entries);
    if (poolId) add(poolId, quantity * entries);
    if (phaseId) add(phaseId, quantity);
    if (voucherId) add(voucherId, quantity);
  }
  return takes;
}

/** Adds what one order takes, `per` unit taken, to the moves of a batch, so that each counter is written once. */
export function addMoves(moves: Map<string, Move>, takes: ReadonlyMap<string, number>, per: Move): void {
  for (const [id, n] of takes) {
    const before = moves.get(id) ?? { held: 0, sold: 0 };
    moves.set(id, { held: before.held + n * per.held, sold: before.sold + n * per.sold });
  }
}
