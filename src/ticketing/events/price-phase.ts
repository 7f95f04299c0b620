import type { Money } from "#kernel/money.ts";

/** A price of a type, in force until its counter is full or its end has come. */
export type PricePhase = {
  readonly id: string;
  readonly price: Money;
  /** Its end has come, by the database's clock: processes may have wrong ones. */
  readonly isOver: boolean;
};

/** So many tickets at one price; `phaseId` is null where the type has no phases. */
export type PricedPart = {
  readonly phaseId: string | null;
  readonly price: Money;
  readonly quantity: number;
};

/**
 * The phases that can be bought from, in their order: the first is the price now, the second what comes next. `leftOf`
 * says how many tickets a phase has left.
 */
export function phasesOnSale<Phase extends PricePhase>(
  phases: readonly Phase[],
  leftOf: (id: string) => number,
): Phase[] {
  return phases.filter((phase) => !phase.isOver && leftOf(phase.id) > 0);
}

/**
 * What so many tickets of a type cost: each part at one price, the earliest phases first. Their quantities come to less than
 * was asked for where the phases have no more.
 */
export function pricedParts(
  { price, phases }: { readonly price: Money; readonly phases: readonly PricePhase[] },
  quantity: number,
  leftOf: (id: string) => number,
): PricedPart[] {
  if (phases.length === 0) return [{ phaseId: null, price, quantity }];
  const parts: PricedPart[] = [];
  let missing = quantity;
  for (const phase of phasesOnSale(phases, leftOf)) {
    if (missing === 0) break;
    const part = Math.min(missing, leftOf(phase.id));
    parts.push({ phaseId: phase.id, price: phase.price, quantity: part });
    missing -= part;
  }
  return parts;
}
