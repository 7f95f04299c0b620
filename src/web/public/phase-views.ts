import type { TicketTypeOnSale } from "#ticketing/events/event.ts";
import { limits } from "#ticketing/limits.ts";
import { presentPhases } from "#web/request/phase-note.ts";
import type { PhaseView } from "./ticket-type.ts";

/** The phases that a type can be bought at, one after the other. */
export function phaseViews({ phases }: Pick<TicketTypeOnSale, "phases">): PhaseView[] {
  return presentPhases(phases).map(({ id, name, price, left }) => ({
    ...{ id, name, price },
    left: Math.min(left, limits.quantity),
  }));
}
