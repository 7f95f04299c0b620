import { formatLei } from "#kernel/money.ts";
import { codeTexts } from "./code-texts.ts";

type Effect = {
  readonly kind: "percent" | "fixed" | "unlock";
  readonly percent: number | null;
  readonly amount: number | null;
};

/** What a code does, as lists show it. */
export function effectInWords({ kind, percent, amount }: Effect): string {
  if (kind === "unlock") return codeTexts.opens;
  if (percent === 100) return codeTexts.free;
  return percent === null ? codeTexts.amountOff(formatLei(amount ?? 0)) : codeTexts.percentOff(percent);
}

/** The name of a code; of a set what all of its codes begin with. */
export function shownCode({ code, isSet }: { readonly code: string; readonly isSet: boolean }): string {
  return isSet ? `${code.slice(0, -8)}••••` : code;
}
