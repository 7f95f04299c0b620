import type { TypeDetails } from "#ticketing/events/office-type-queries.server.ts";
import { phasesOnSale } from "#ticketing/events/price-phase.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { phaseNote } from "#web/request/phase-note.ts";
import { ticketTexts } from "./ticket-texts.ts";

const texts = ticketTexts.phases;

type Phase = TypeDetails["phases"][number];

export type SavedPhaseView = Phase & { readonly state: "over" | "on_sale" | "later" };

const leftOf = ({ tickets, sold, held }: Phase) =>
  tickets === null ? Number.POSITIVE_INFINITY : tickets - sold - held;

export function savedPhaseViews(phases: readonly Phase[]): SavedPhaseView[] {
  const sellingPhases = phasesOnSale(phases, leftOf);
  return phases.map((phase) => ({
    ...phase,
    state: phase === sellingPhases[0] ? "on_sale" : sellingPhases.includes(phase) ? "later" : "over",
  }));
}

/** Returns what the night's page says about the price, and who keeps an earlier price; null when it says nothing. */
export function phaseSentence(phases: readonly Phase[], available: number, now: Date): string | null {
  if (phases.length > 0 && phasesOnSale(phases, leftOf).length === 0) return texts.none;
  const phasesOnPage = phases.map((phase) => ({
    ...phase,
    endsAt: phase.endsAt?.toISOString() ?? null,
    capacity: phase.tickets ?? noLimit,
    left: Math.min(leftOf(phase), noLimit),
  }));
  const note = phaseNote({ phases: phasesOnPage, available }, now);
  if (!note) return null;
  const held = phases.reduce((n, phase) => n + phase.held, 0);
  return texts.seen(`${note.now} · ${note.until}`, held);
}
