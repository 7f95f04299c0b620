import type { ClubContent } from "./site-content.ts";

/** The fields about the seller. By law the buyer must be told all four. */
export const sellerFields = ["company", "company_code", "register_no", "seat"] as const;
export type Seller = Pick<ClubContent, (typeof sellerFields)[number]>;

export function isSellerKnown(club: Seller): boolean {
  return sellerFields.every((field) => club[field] !== "");
}

/** The seller in one line. If one of the four fields is empty, the older free text `trader`. */
export function sellerLine(club: Seller & Pick<ClubContent, "trader">): string {
  if (!isSellerKnown(club)) return club.trader;
  return `${club.company}, CUI ${club.company_code}, Reg. com. ${club.register_no}, ${club.seat}`;
}

const checkDigitWeights = [7, 5, 3, 2, 1, 7, 5, 3, 2];

/** A Romanian company code (CUI), with or without RO: two to ten digits, the last a check digit. Else undefined. */
export function companyCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s.]/g, "");
  const digits = /^(?:RO)?(\d{2,10})$/.exec(code)?.[1];
  if (digits === undefined) return undefined;
  const [checkDigit, ...otherDigits] = [...digits].reverse().map(Number);
  const sum = otherDigits.reduce(
    (total, digit, index) => total + digit * (checkDigitWeights.at(-1 - index) ?? 0),
    0,
  );
  return ((sum * 10) % 11) % 10 === checkDigit ? code : undefined;
}
