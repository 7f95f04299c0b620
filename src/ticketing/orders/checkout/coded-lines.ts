import { appliesTo, type Voucher, withVoucher } from "#ticketing/events/voucher.ts";
import type { HoldRefusal } from "./hold-request.ts";
import type { NewLine, PricedLine, SellableType } from "./sellable-type.ts";

/** The voucher that a request names, and for how many tickets the same person has used it, holds included. */
export type KnownVoucher = { readonly voucher: Voucher; readonly used: number };

/** Whether the type is sold without a voucher, or this voucher opens it. */
export function isOpenWith(voucher: Voucher | null, type: SellableType): boolean {
  return (
    !type.requiresCode || (voucher?.kind === "unlock" && (voucher.ticketTypeIds?.includes(type.id) ?? false))
  );
}

/**
 * The lines with the voucher applied, or why it cannot be. The voucher is in force and has `uses` uses left. A
 * discount that does not suffice for all tickets leaves the rest at full price; a type that needs a voucher is not
 * sold beyond its uses. Passes and early birds take no voucher: their pages have no field for one.
 */
export function codedLines(
  lines: readonly PricedLine[],
  types: readonly SellableType[],
  namedVoucher: Voucher | null,
  uses: number,
): readonly NewLine[] | HoldRefusal {
  const voucher = namedVoucher && ofTypesThatNeedIt(namedVoucher, types);
  const voucherLines = voucher
    ? lines.filter((line) => line.family === "ordinary" && appliesTo(voucher, line))
    : [];
  if (voucherLines.length === 0)
    return namedVoucher && namedVoucher.kind !== "unlock"
      ? { reason: "code_invalid", why: "other_tickets" }
      : withVoucher(lines, null, 0);
  const requestedTickets = voucherLines.reduce((n, { quantity }) => n + quantity, 0);
  if (uses === 0 || (voucher?.kind === "unlock" && uses < requestedTickets))
    return { reason: "code_exhausted", left: uses };
  return withVoucher(lines, voucher, uses);
}

/** Limits an unlock voucher to the types that need it, so that other types do not use it up. */
function ofTypesThatNeedIt(voucher: Voucher, types: readonly SellableType[]): Voucher {
  if (voucher.kind !== "unlock") return voucher;
  const needed = types.filter((type) => isOpenWith(voucher, type) && type.requiresCode);
  return { ...voucher, ticketTypeIds: needed.map(({ id }) => id) };
}
