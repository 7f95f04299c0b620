import { formatLei } from "#kernel/money.ts";
import type { PhaseOnSale, TicketTypeOnSale } from "#ticketing/events/event.ts";
import { phasesOnSale } from "#ticketing/events/price-phase.ts";
import { limits } from "#ticketing/limits.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import type { PhaseView, PricedType } from "./priced-choice.ts";
import { momentInWords, phaseTexts } from "./sale-texts.ts";

type TypeWithPhases = Pick<TicketTypeOnSale, "phases" | "available">;

export type PhaseNote = { now: string; until: string };

/** Returns the phases that are not over, in order. */
export const presentPhases = (phases: readonly PhaseOnSale[]) => phasesOnSale(phases, ({ left }) => left);

/**
 * Returns "Early Bird 80 LEI" and "încă 23 sau până vineri, 23:59. Apoi 100 LEI", without the parts that do not
 * apply. A number is said only when few are left. Null when there is nothing to say.
 */
export function phaseNote({ phases, available }: TypeWithPhases, now: Date): PhaseNote | null {
  const [present, next] = presentPhases(phases);
  if (!present || available === 0) return null;
  const formerPhase = phases[phases.indexOf(present) - 1];
  const left = Math.min(present.left, available);
  const isCounted = present.capacity < noLimit && left <= limits.lastOfPhase;
  const until = [
    ...(isCounted ? [phaseTexts.left(left)] : []),
    ...(present.endsAt ? [phaseTexts.until(momentInWords(new Date(present.endsAt), now))] : []),
  ].join(phaseTexts.or);
  // the type may end together with this phase
  const announcedPhase = next && (available > present.left || present.endsAt) ? next : undefined;
  const untilText = [until, announcedPhase ? phaseTexts.next(formatLei(announcedPhase.price)) : ""]
    .filter(Boolean)
    .join(". ");
  const ended = untilText === "" && formerPhase ? phaseTexts.over(formerPhase.name) : "";
  if (untilText === "" && ended === "") return null;
  return { now: phaseTexts.phase(present.name, formatLei(present.price)), until: untilText || ended };
}

/** Returns the phases at which a type can be bought, in order. */
export function phaseViews({ phases }: Pick<TicketTypeOnSale, "phases">): PhaseView[] {
  return presentPhases(phases).map(({ id, name, price, left }) => ({
    id,
    name,
    price,
    left: Math.min(left, limits.quantity),
  }));
}

/** Returns a ticket type with its prices, as every screen shows it. */
export function pricedType(type: TicketTypeOnSale): PricedType {
  const { id, title: name, entries, price } = type;
  return { id, name, entries, price, phases: phaseViews(type) };
}
