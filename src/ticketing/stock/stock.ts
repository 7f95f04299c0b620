/**
 * What a counter counts, in this order: tickets of a type, people at an event, people in a pool, tickets in a price
 * phase, tickets with a voucher, people at an event for whom guests hold places, people on a guest list.
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

/** SQL: the id of the counter of what guests hold for event `e`. */
export const guestHoldsOfEvent = "md5('guest_holds ' || e.id)::uuid";

/** The capacity of counters without a limit: they only count. */
export const noLimit = 2_147_483_647;

/**
 * SQL: the places that a guest list with counter `k` takes of its night: the list's limit, or without one the names
 * on it.
 */
export const takenByList = `CASE k.capacity WHEN ${noLimit} THEN k.sold ELSE k.capacity END`;

/** SQL: the places that guest lists take of the night with counter `c`. They are given away, not sold. */
export const listedPlaces = `(SELECT coalesce(sum(${takenByList}), 0)::int FROM guest_lists l JOIN stock_counters k ON k.id = l.id WHERE l.event_id = c.id)`;

/** SQL: how many people one ticket of the type with alias `t` lets in, and so the places it takes; an add-on none. */
export const peopleLetIn = "CASE WHEN t.admits THEN t.entries ELSE 0 END";

/** SQL: how many people came in on ticket `p`. A refund takes nobody of them off; an add-on is nobody. */
export const cameOnTicket = "CASE WHEN p.places > 0 THEN p.entries_total - p.entries_remaining ELSE 0 END";

/** SQL: how many may still come on ticket `p`. With `cameOnTicket` these are all people with a ticket. */
export const awaitedOnTicket =
  "CASE WHEN p.places > 0 AND p.status = 'paid' AND p.share_returned_at IS NULL THEN p.entries_remaining ELSE 0 END";

const givenAway = (what: "places" | "units", column: "p.event_id" | "p.ticket_type_id" | "l.pool_id") =>
  `(SELECT coalesce(sum(p.${what}), 0)::int FROM order_lines l JOIN ticket_purchases p ON p.order_id = l.order_id AND p.line_no = l.no
     WHERE l.list_price = 0 AND p.status = 'paid' AND ${column} = c.id)`;

/** SQL: the places that invitations and other free tickets take of the night with counter `c`. */
export const givenPlaces = givenAway("places", "p.event_id");

/** SQL: the free tickets of the type with counter `c`. */
export const givenUnits = givenAway("units", "p.ticket_type_id");

/** SQL: the places that free tickets take of the pool with counter `c`. */
export const givenOfPool = givenAway("places", "l.pool_id");

/**
 * SQL: how many places of the night with counter `c` are set aside for sale at the door (docs/decisions/0039), sold
 * there or not. `doorUnits` and `doorOfPool` are the same for a type and a pool. Door sales are in no order.
 */
export const doorPlaces =
  "(SELECT coalesce(sum(d.quantity * d.entries), 0)::int FROM door_shares d WHERE d.event_id = c.id)";

/** SQL: the places sold of the night with counter `c`, without places given away or set aside for the door. */
export const soldPlaces = `c.sold - ${listedPlaces} - ${givenPlaces} - ${doorPlaces}`;

export const doorUnits =
  "(SELECT coalesce(sum(d.quantity), 0)::int FROM door_shares d WHERE d.ticket_type_id = c.id)";
export const doorOfPool =
  "(SELECT coalesce(sum(d.quantity * d.entries), 0)::int FROM door_shares d WHERE d.pool_id = c.id)";

/** A counter, as an act reads it under its lock. */
export type Counter = {
  readonly id: string;
  readonly capacity: number;
  readonly held: number;
  readonly sold: number;
};

/** The change of one counter. */
export type Move = { readonly held: number; readonly sold: number };

export function leftInCounter(counter: Counter): number {
  return counter.capacity - counter.held - counter.sold;
}

/**
 * How many tickets of a type can be bought: at most what the type has left, and what fits into each of its events and
 * its pool. An add-on takes no places. Screens show "sold out" and quantities from this answer.
 */
export function availableTickets(typeLeft: number, entries: number, placesLeft: readonly number[]): number {
  if (entries === 0) return Math.max(0, typeLeft);
  const places = Math.min(...placesLeft);
  return Math.max(0, Math.min(typeLeft, Number.isFinite(places) ? Math.floor(places / entries) : 0));
}

/**
 * What a line of an order takes: `quantity` of its type, price phase and voucher, and `quantity x entries` places of
 * every event and of the pool.
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

/** How much the lines of an order take of each counter, by the counter's id. */
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

/** Adds what an order takes, times `per`, to the moves of a batch, so that each counter is written once. */
export function addMoves(moves: Map<string, Move>, takes: ReadonlyMap<string, number>, per: Move): void {
  for (const [id, n] of takes) {
    const before = moves.get(id) ?? { held: 0, sold: 0 };
    moves.set(id, { held: before.held + n * per.held, sold: before.sold + n * per.sold });
  }
}
