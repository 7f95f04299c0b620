import { formatLei } from "#kernel/money.ts";
import type { PhaseOnSale, TicketTypeOnSale } from "#ticketing/events/event.ts";
import { phasesOnSale } from "#ticketing/events/price-phase.ts";
import { limits } from "#ticketing/limits.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { momentInWords } from "#web/request/moment-texts.ts";
import { priceTexts } from "./price-texts.ts";
import type { PhaseView, TicketTypeView } from "./ticket-type.ts";

type Phased = Pick<TicketTypeOnSale, "phases" | "available">;

/** The phases that a type can be bought at, one after the other. */
export function phaseViews({ phases }: Phased): PhaseView[] {
  return presentPhases(phases).map(({ id, name, price, left }) => ({
    ...{ id, name, price },
    left: Math.min(left, limits.quantity),
  }));
}

/**
 * "Early Bird 80 LEI", and "încă 23 sau până vineri, 23:59. Apoi 100 LEI": of it only what is true. A number is said when
 * it is small.
 */
export function phaseNote({ phases, available }: Phased, now: Date): TicketTypeView["phaseNote"] {
  const [present, next] = presentPhases(phases);
  if (!present || available === 0) return null;
  const before = phases[phases.indexOf(present) - 1];
  const left = Math.min(present.left, available);
  const isCounted = present.capacity < noLimit && left <= limits.lastOfPhase;
  const until = [
    ...(isCounted ? [priceTexts.phaseLeft(left)] : []),
    ...(present.endsAt ? [priceTexts.phaseUntil(momentInWords(new Date(present.endsAt), now))] : []),
  ].join(priceTexts.or);
  // the type may end with this phase
  const comes = next && (available > present.left || present.endsAt) ? next : undefined;
  const more = [until, comes ? priceTexts.next(formatLei(comes.price)) : ""].filter(Boolean).join(". ");
  const ended = more === "" && before ? priceTexts.phaseOver(before.name) : "";
  if (more === "" && ended === "") return null;
  return { now: priceTexts.phase(present.name, formatLei(present.price)), until: more || ended };
}

function presentPhases(phases: readonly PhaseOnSale[]): PhaseOnSale[] {
  const left = new Map(phases.map((phase) => [phase.id, phase.left]));
  return phasesOnSale(phases, (id) => left.get(id) ?? 0);
}
