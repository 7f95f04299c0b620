import type { Money } from "#kernel/money.ts";

/** A price of a type, in force until its counter is full or its end has come. */
export type PricePhase = {
  readonly id: string;
  readonly price: Money;
  /** Whether its end has passed, by the database's clock: a process's clock may be wrong. */
  readonly isOver: boolean;
};

/** A number of tickets at one price; `phaseId` is null if the type has no phases. */
export type PricedPart = {
  readonly phaseId: string | null;
  readonly price: Money;
  readonly quantity: number;
};

/** The phases that still sell, in order: the present price first. `leftOf` tells how many tickets a phase has left. */
export function phasesOnSale<Phase extends PricePhase>(
  phases: readonly Phase[],
  leftOf: (phase: Phase) => number,
): Phase[] {
  return phases.filter((phase) => !phase.isOver && leftOf(phase) > 0);
}

/** Splits a number of tickets of a type into parts of one price each, earliest phase first, as far as there are any. */
export function pricedParts(
  { price, phases }: { readonly price: Money; readonly phases: readonly PricePhase[] },
  quantity: number,
  leftOf: (id: string) => number,
): PricedPart[] {
  if (phases.length === 0) return [{ phaseId: null, price, quantity }];
  const parts: PricedPart[] = [];
  let remaining = quantity;
  for (const phase of phasesOnSale(phases, ({ id }) => leftOf(id))) {
    if (remaining === 0) break;
    const partQuantity = Math.min(remaining, leftOf(phase.id));
    parts.push({ phaseId: phase.id, price: phase.price, quantity: partQuantity });
    remaining -= partQuantity;
  }
  return parts;
}
