import { formatLei } from "#kernel/money.ts";
import type { PhaseOnSale, TicketTypeOnSale } from "#ticketing/events/event.ts";
import { phasesOnSale } from "#ticketing/events/price-phase.ts";
import { limits } from "#ticketing/limits.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import type { PhaseView, PricedType } from "./priced-choice.ts";
import { momentInWords, phaseTexts } from "./sale-texts.ts";

type Phased = Pick<TicketTypeOnSale, "phases" | "available">;

export type PhaseNote = { now: string; until: string };

/** Those that are not over, one after the other. */
export function presentPhases(phases: readonly PhaseOnSale[]): PhaseOnSale[] {
  const left = new Map(phases.map((phase) => [phase.id, phase.left]));
  return phasesOnSale(phases, (id) => left.get(id) ?? 0);
}

/**
 * "Early Bird 80 LEI", and "încă 23 sau până vineri, 23:59. Apoi 100 LEI": of it only what is true. A number is said when
 * it is small. Null where there is nothing to say.
 */
export function phaseNote({ phases, available }: Phased, now: Date): PhaseNote | null {
  const [present, next] = presentPhases(phases);
  if (!present || available === 0) return null;
  const before = phases[phases.indexOf(present) - 1];
  const left = Math.min(present.left, available);
  const isCounted = present.capacity < noLimit && left <= limits.lastOfPhase;
  const until = [
    ...(isCounted ? [phaseTexts.left(left)] : []),
    ...(present.endsAt ? [phaseTexts.until(momentInWords(new Date(present.endsAt), now))] : []),
  ].join(phaseTexts.or);
  // the type may end with this phase
  const comes = next && (available > present.left || present.endsAt) ? next : undefined;
  const more = [until, comes ? phaseTexts.next(formatLei(comes.price)) : ""].filter(Boolean).join(". ");
  const ended = more === "" && before ? phaseTexts.over(before.name) : "";
  if (more === "" && ended === "") return null;
  return { now: phaseTexts.phase(present.name, formatLei(present.price)), until: more || ended };
}

/** The phases that a type can be bought at, one after the other. */
export function phaseViews({ phases }: Pick<TicketTypeOnSale, "phases">): PhaseView[] {
  return presentPhases(phases).map(({ id, name, price, left }) => ({
    id,
    name,
    price,
    left: Math.min(left, limits.quantity),
  }));
}

/** A type as it is priced on every screen. */
export function pricedType(type: TicketTypeOnSale): PricedType {
  const { id, title: name, entries, price } = type;
  return { id, name, entries, price, phases: phaseViews(type) };
}
