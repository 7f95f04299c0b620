import { bani, type Money, times } from "#kernel/money.ts";

/** What a voucher does: a percentage off, so many bani off each ticket, or opening hidden types. */
export const voucherKinds = ["percent", "fixed", "unlock"] as const;

type Effect =
  | { readonly kind: "percent"; readonly percent: number }
  | { readonly kind: "fixed"; readonly amount: Money }
  | { readonly kind: "unlock" };

/** A voucher as it is at this moment. */
export type Voucher = Effect & {
  readonly id: string;
  /** Whether it is switched on and within its time, by the database's clock. */
  readonly isInForce: boolean;
  /** Null means all nights. */
  readonly eventIds: readonly string[] | null;
  /** Null means all types. */
  readonly ticketTypeIds: readonly string[] | null;
  readonly perPerson: number | null;
};

/** Tickets of one type at one price. */
type Line = {
  readonly ticketTypeId: string;
  readonly eventIds: readonly string[];
  readonly quantity: number;
  readonly listPrice: Money;
};

export type Discounted<L extends Line> = L & {
  readonly voucherId: string | null;
  /** The discount on the whole line. */
  readonly discount: Money;
  readonly total: Money;
};

/** What a voucher takes off the price of one ticket: a percentage rounded down, or a sum, but at most the price. */
export function discountOf(voucher: Effect, price: Money): Money {
  switch (voucher.kind) {
    case "percent":
      return bani(Math.floor((price * voucher.percent) / 100));
    case "fixed":
      return bani(Math.min(voucher.amount, price));
    case "unlock":
      return bani(0);
  }
}

/** Whether a voucher is for these tickets: their type and all their nights. A discount of nothing does not count. */
export function appliesTo(voucher: Voucher, line: Line): boolean {
  const { eventIds, ticketTypeIds } = voucher;
  return (
    (ticketTypeIds?.includes(line.ticketTypeId) ?? true) &&
    (eventIds === null || line.eventIds.every((id) => eventIds.includes(id))) &&
    (voucher.kind === "unlock" || discountOf(voucher, line.listPrice) > 0)
  );
}

/** For how many more tickets a person can use a voucher. Limits count tickets, also those on hold. */
export function usesLeft(voucher: Voucher, left: number, usedByPerson: number): number {
  return Math.max(0, Math.min(left, (voucher.perPerson ?? Number.POSITIVE_INFINITY) - usedByPerson));
}

/**
 * The lines with a voucher that has `uses` left; it covers the most expensive of its tickets first. A line that is
 * covered only in part becomes two, so that all tickets of a line cost the same.
 */
export function withVoucher<L extends Line>(
  lines: readonly L[],
  voucher: Voucher | null,
  uses: number,
): Discounted<L>[] {
  const coveredTickets = new Map<L, number>();
  let remainingUses = voucher ? uses : 0;
  for (const line of [...lines].sort((a, b) => b.listPrice - a.listPrice)) {
    if (!voucher || !appliesTo(voucher, line)) continue;
    coveredTickets.set(line, Math.min(remainingUses, line.quantity));
    remainingUses -= Math.min(remainingUses, line.quantity);
  }
  return lines.flatMap((line) => {
    const quantity = coveredTickets.get(line) ?? 0;
    return [...linePart(line, quantity, voucher), ...linePart(line, line.quantity - quantity, null)];
  });
}

function linePart<L extends Line>(line: L, quantity: number, voucher: Voucher | null): Discounted<L>[] {
  if (quantity === 0) return [];
  const discountPerTicket = voucher ? discountOf(voucher, line.listPrice) : bani(0);
  const discount = times(discountPerTicket, quantity);
  const total = bani(line.listPrice * quantity - discount);
  return [{ ...line, quantity, discount, total, voucherId: voucher?.id ?? null }];
}

/**
 * How many uses come back with refunded tickets: all if the organiser cancelled the night or the voucher gives uses
 * back, else none. Orders that end unpaid are not counted here: they always give their uses back.
 */
export function usesGivenBack(
  voucher: { readonly returnsUses: boolean },
  { tickets, isCancelled }: { readonly tickets: number; readonly isCancelled: boolean },
): number {
  return voucher.returnsUses || isCancelled ? tickets : 0;
}
