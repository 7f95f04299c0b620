import { bani, formatLei, lei } from "#kernel/money.ts";
import { discountOf } from "#ticketing/events/voucher.ts";
import type { voucherForm } from "#ticketing/orders/vouchers/voucher-form.ts";
import { codeTexts } from "./code-texts.ts";

type Effect = {
  readonly kind: "percent" | "fixed" | "unlock";
  readonly percent: number | null;
  readonly amount: number | null;
};

/** Says what a code does, for lists. */
export function effectInWords({ kind, percent, amount }: Effect): string {
  if (kind === "unlock") return codeTexts.opens;
  if (percent === 100) return codeTexts.free;
  return percent === null ? codeTexts.amountOff(formatLei(amount ?? 0)) : codeTexts.percentOff(percent);
}

/** Returns the name of a code; for a set, the beginning that all its codes share. */
export function shownCode({ code, isSet }: { readonly code: string; readonly isSet: boolean }): string {
  return isSet ? `${code.slice(0, -8)}••••` : code;
}

const examplePrice = bani(8_000);

/** Returns "80 LEI devine 72 LEI" for the typed values; null when they are no discount. */
export function exampleInWords(typed: {
  readonly kind: string;
  readonly percent: string;
  readonly amount: string;
}): string | null {
  const percent = /^\d{1,3}$/.test(typed.percent.trim()) ? Number(typed.percent) : 0;
  const amount = lei(typed.amount.trim()) ?? bani(0);
  const isDiscount =
    typed.kind === "percent" ? percent >= 1 && percent <= 100 : typed.kind === "fixed" && amount > 0;
  if (!isDiscount) return null;
  const discount = discountOf(
    typed.kind === "percent" ? { kind: "percent", percent } : { kind: "fixed", amount },
    examplePrice,
  );
  return codeTexts.example(formatLei(examplePrice), formatLei(examplePrice - discount));
}

type Typed = Pick<
  typeof voucherForm.empty,
  "kind" | "percent" | "amount" | "types" | "uses" | "per_person" | "ends_at"
>;

/** Warnings about a code that can be saved as it is: one beside its limits, one beside its end. */
export function codeWarnings(
  typed: Typed,
  types: readonly { readonly id: string; readonly lowest: number }[],
  now: string,
): { readonly limits: string | null; readonly end: string | null } {
  const chosenTypes = typed.types.length > 0 ? types.filter(({ id }) => typed.types.includes(id)) : types;
  const amount = lei(typed.amount.trim()) ?? 0;
  const isFree =
    typed.kind === "percent"
      ? typed.percent.trim() === "100"
      : typed.kind === "fixed" && chosenTypes.some(({ lowest }) => lowest > 0 && amount >= lowest);
  const isLimited = typed.uses.trim() !== "" || typed.per_person.trim() !== "";
  return {
    limits: isFree && !isLimited ? codeTexts.freeForAll : null,
    end: typed.ends_at !== "" && typed.ends_at <= now ? codeTexts.endedAlready : null,
  };
}

export const codeLink = (page: string, code: string) => `${page}?code=${encodeURIComponent(code)}`;
