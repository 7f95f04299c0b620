import { concerns, type Voucher, withVoucher } from "#ticketing/events/voucher.ts";
import type { HoldRefusal } from "./hold-request.ts";
import type { NewLine, PricedLine, SellableType } from "./sellable-type.ts";

/** A code that a request names, as the batch reads it, and for how many tickets its person used it, those on hold too. */
export type KnownCode = { readonly voucher: Voucher; readonly used: number };

/** Whether this type can be bought with this code, or with none. */
export function isOpenWith(voucher: Voucher | null, type: SellableType): boolean {
  return (
    !type.requiresCode || (voucher?.kind === "unlock" && (voucher.ticketTypeIds?.includes(type.id) ?? false))
  );
}

/**
 * The lines with a code that is in force and good for `uses` tickets, or why not. Where a code lowers prices, the tickets
 * that it is not enough for cost what they did; a type that needs a code is not sold beyond it. What is sold alone, a pass
 * or an early bird, has no page where a code is typed, and is for no code.
 */
export function codedLines(
  lines: readonly PricedLine[],
  types: readonly SellableType[],
  given: Voucher | null,
  uses: number,
): readonly NewLine[] | HoldRefusal {
  const voucher = given && ofTypesThatNeedIt(given, types);
  const concerned = voucher
    ? lines.filter((line) => line.family === "ordinary" && concerns(voucher, line))
    : [];
  if (concerned.length === 0)
    return given && given.kind !== "unlock"
      ? { reason: "code_invalid", why: "other_tickets" }
      : withVoucher(lines, null, 0);
  const wanted = concerned.reduce((n, { quantity }) => n + quantity, 0);
  if (uses === 0 || (voucher?.kind === "unlock" && uses < wanted))
    return { reason: "code_exhausted", left: uses };
  return withVoucher(lines, voucher, uses);
}

/** A code that opens types is not used up by one that needs none. */
function ofTypesThatNeedIt(voucher: Voucher, types: readonly SellableType[]): Voucher {
  if (voucher.kind !== "unlock") return voucher;
  const needed = types.filter((type) => isOpenWith(voucher, type) && type.requiresCode);
  return { ...voucher, ticketTypeIds: needed.map(({ id }) => id) };
}
