import { groupBy } from "#kernel/group-by.ts";
import { bani } from "#kernel/money.ts";
import { pricedParts } from "#ticketing/events/price-phase.ts";
import { appliesTo, type Voucher, withVoucher } from "#ticketing/events/voucher.ts";
import { countTickets, type TicketCount } from "#ticketing/orders/ticket-count-texts.ts";

/** A code that works on this page, and the number of tickets that it covers at most. */
export type UsableCode = { readonly code: string; readonly voucher: Voucher; readonly uses: number };

/** A price phase. `left`: tickets left at this price, at most the number that one order may have. */
export type PhaseView = { id: string; name: string; price: number; left: number };

/** A ticket type with its prices, in bani. */
export type PricedType = {
  readonly id: string;
  readonly name: string;
  /** People that one ticket lets in; 0 for an add-on. */
  readonly entries: number;
  readonly price: number;
  /** The phases at which it can be bought, in order; empty when it has one price. */
  readonly phases: readonly PhaseView[];
};

/** Tickets of one type at one price. */
export type ChosenPart = {
  readonly type: PricedType;
  readonly ticketTypeId: string;
  readonly eventIds: readonly string[];
  readonly phaseName: string | null;
  readonly quantity: number;
  readonly listPrice: ReturnType<typeof bani>;
};

/** The price of a choice, by the rules of the hold, in bani. */
export type PricedChoice = {
  readonly parts: readonly ChosenPart[];
  readonly listTotal: number;
  readonly total: number;
  /** How many tickets the code covers, what they cost without it, and what it takes off. Null: nothing. */
  readonly discount: {
    readonly count: TicketCount;
    readonly coveredPrice: number;
    readonly amount: number;
  } | null;
  /** The code covers none of the chosen tickets. */
  readonly isCodeForOthers: boolean;
};

export function priceChoice(
  lines: readonly { readonly type: PricedType; readonly quantity: number }[],
  code: UsableCode | null,
): PricedChoice {
  const parts = lines.flatMap(partsOf);
  const priced = withVoucher(parts, code?.voucher ?? null, code?.uses ?? 0);
  const covered = priced.filter(({ discount }) => discount > 0);
  const add = <One>(of: readonly One[], each: (one: One) => number) =>
    of.reduce((n, one) => n + each(one), 0);
  return {
    parts,
    listTotal: add(parts, ({ listPrice, quantity }) => listPrice * quantity),
    total: add(priced, ({ total }) => total),
    discount:
      covered.length === 0
        ? null
        : {
            count: countTickets(
              covered,
              ({ type }) => type.entries === 0,
              ({ quantity }) => quantity,
            ),
            coveredPrice: add(covered, ({ listPrice, quantity }) => listPrice * quantity),
            amount: add(covered, ({ discount }) => discount),
          },
    isCodeForOthers:
      code !== null &&
      code.voucher.kind !== "unlock" &&
      parts.length > 0 &&
      !parts.some((part) => appliesTo(code.voucher, part)),
  };
}

function partsOf({ type, quantity }: { type: PricedType; quantity: number }): ChosenPart[] {
  const phases = type.phases.map(({ id, price }) => ({ id, price: bani(price), isOver: false }));
  const phaseOf = (id: string | null) => type.phases.find((phase) => phase.id === id);
  return pricedParts({ price: bani(type.price), phases }, quantity, (id) => phaseOf(id)?.left ?? 0).map(
    (part) => ({
      type,
      ticketTypeId: type.id,
      // `ticketTypeIds` of the panel's code already says which types it covers
      eventIds: [],
      phaseName: phaseOf(part.phaseId)?.name ?? null,
      quantity: part.quantity,
      listPrice: part.price,
    }),
  );
}

/** Returns the parts of the first ticket type that has tickets at several prices; null when there is none. */
export function severalPrices(parts: readonly ChosenPart[]): readonly ChosenPart[] | null {
  const byType = groupBy(parts, ({ ticketTypeId }) => ticketTypeId);
  return [...byType.values()].find((of) => new Set(of.map(({ listPrice }) => listPrice)).size > 1) ?? null;
}
