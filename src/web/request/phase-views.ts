import type { TicketTypeOnSale } from "#ticketing/events/event.ts";
import { limits } from "#ticketing/limits.ts";
import { presentPhases } from "./phase-note.ts";
import type { PhaseView, PricedType } from "./priced-choice.ts";

/** The phases that a type can be bought at, one after the other. */
export function phaseViews({ phases }: Pick<TicketTypeOnSale, "phases">): PhaseView[] {
  return presentPhases(phases).map(({ id, name, price, left }) => ({
    ...{ id, name, price },
    left: Math.min(left, limits.quantity),
  }));
}

/** A type as it is priced on every screen. */
export function pricedType(type: TicketTypeOnSale): PricedType {
  const { id, title: name, entries, price } = type;
  return { id, name, entries, price, phases: phaseViews(type) };
}
