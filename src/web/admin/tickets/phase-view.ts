import { formatLei } from "#kernel/money.ts";
import { type PricePhase, phasesOnSale } from "#ticketing/events/price-phase.ts";
import { limits } from "#ticketing/limits.ts";
import { momentInWords } from "#web/request/moment-texts.ts";
import { ticketTexts } from "./ticket-texts.ts";

const texts = ticketTexts.phases;

type Phase = PricePhase & {
  readonly name: string;
  readonly endsAt: Date | null;
  readonly tickets: number | null;
  readonly sold: number;
  readonly held: number;
};

/** A saved phase as its row shows it. */
export type SavedPhaseView = Pick<Phase, "id" | "sold" | "held" | "tickets"> & {
  readonly state: "over" | "on_sale" | "later";
};

const leftOf = ({ tickets, sold, held }: Phase) =>
  tickets === null ? Number.POSITIVE_INFINITY : tickets - sold - held;

function phasesLeft(phases: readonly Phase[]): Phase[] {
  const left = new Map(phases.map((phase) => [phase.id, leftOf(phase)]));
  return phasesOnSale(phases, (id) => left.get(id) ?? 0);
}

export function savedPhaseViews(phases: readonly Phase[]): SavedPhaseView[] {
  const open = phasesLeft(phases);
  return phases.map((phase) => ({
    ...{ id: phase.id, sold: phase.sold, held: phase.held, tickets: phase.tickets },
    state: phase === open[0] ? "on_sale" : open.includes(phase) ? "later" : "over",
  }));
}

/** What the page of the night says of the price, and who keeps the price that they saw; null without phases. */
export function phaseSentence(phases: readonly Phase[], now: Date): string | null {
  const [present, next] = phasesLeft(phases);
  if (!present) return phases.length > 0 ? texts.none : null;
  const left = leftOf(present);
  const until = [
    ...(left <= limits.lastOfPhase ? [texts.left(left)] : []),
    ...(present.endsAt ? [texts.until(momentInWords(present.endsAt, now))] : []),
  ].join(texts.or);
  const price = texts.price(present.name, formatLei(present.price));
  const said = [
    [price, until].filter(Boolean).join(" · "),
    ...(next ? [texts.next(formatLei(next.price))] : []),
  ].join(". ");
  return texts.seen(
    said,
    phases.reduce((n, phase) => n + phase.held, 0),
  );
}
