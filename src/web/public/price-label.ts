import { formatLei } from "#kernel/money.ts";
import { publicTexts } from "./public-texts.ts";

export function priceLabel(lowestPrice: number | null): string {
  return lowestPrice === null ? publicTexts.noPrice : publicTexts.fromPrice(formatLei(lowestPrice));
}
