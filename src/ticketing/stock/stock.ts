/** A counter as an act reads it under its lock. */
export type Counter = {
  readonly id: string;
  readonly capacity: number;
  readonly held: number;
  readonly sold: number;
};

/** What a change does to one counter. */
export type Move = { readonly held: number; readonly sold: number };

export function left(counter: Counter): number {
  return counter.capacity - counter.held - counter.sold;
}

/**
 * How many tickets of a type can be bought now: no more than the type has left, and no more than fit the people
 * that every one of its events still has room for. The one answer behind "sold out", quantities and prices shown.
 */
export function availableTickets(typeLeft: number, entries: number, eventsLeft: readonly number[]): number {
  const places = Math.min(...eventsLeft);
  return Math.max(0, Math.min(typeLeft, Number.isFinite(places) ? Math.floor(places / entries) : 0));
}

/** How much one order takes: `quantity` units of its type and `quantity x entries` places of every event. */
export function takesOf(order: {
  ticketTypeId: string;
  eventIds: readonly string[];
  quantity: number;
  entries: number;
}): Map<string, number> {
  const takes = new Map<string, number>([[order.ticketTypeId, order.quantity]]);
  for (const eventId of order.eventIds)
    takes.set(eventId, (takes.get(eventId) ?? 0) + order.quantity * order.entries);
  return takes;
}

/** Adds what one order takes, `per` unit taken, to the moves of a batch, so that each counter is written once. */
export function addMoves(moves: Map<string, Move>, takes: ReadonlyMap<string, number>, per: Move): void {
  for (const [id, n] of takes) {
    const before = moves.get(id) ?? { held: 0, sold: 0 };
    moves.set(id, { held: before.held + n * per.held, sold: before.sold + n * per.sold });
  }
}
