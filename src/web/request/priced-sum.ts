import { formatLei } from "#kernel/money.ts";
import { countedTickets } from "#ticketing/orders/ticket-count-texts.ts";
import type { SummaryLine } from "#web/ui/summary.tsx";
import type { CodeView, HoldView } from "./hold-view.ts";
import { priceTexts } from "./price-texts.ts";
import type { PricedChoice } from "./priced-choice.ts";
import { saleTexts } from "./sale-texts.ts";

/** The price of a choice, in lines that add up to the total. */
export type PricedSum = { lines: SummaryLine[]; total: SummaryLine };

export const priceInLei = (amount: number) => saleTexts.price(formatLei(amount));

/** Returns the lines and the total, the same on every page before the payment. */
export function pricedSum(
  { parts, discount, listTotal, total }: PricedChoice,
  code: CodeView | null,
): PricedSum {
  return {
    lines: [
      ...parts.map(({ type, phaseName, quantity, listPrice }) => ({
        label: `${quantity} × ${type.name}`,
        note: phaseName ?? undefined,
        value: priceInLei(listPrice * quantity),
      })),
      ...(discount && code?.kind === "usable" ? [discountLine(code, discount)] : []),
    ],
    total: {
      label: saleTexts.total,
      value: priceInLei(total),
      was: discount ? { value: formatLei(listTotal), words: priceTexts.insteadOf } : undefined,
    },
  };
}

/** Returns the sum of a hold, at the prices of that time. */
export function heldSum({ parts, discount, total }: HoldView): PricedSum {
  return {
    lines: [
      ...parts.map(({ title, phase, quantity, price }) => ({
        label: `${quantity} × ${title}`,
        note: phase ?? undefined,
        value: priceInLei(price * quantity),
      })),
      ...(discount > 0
        ? [
            {
              label: saleTexts.codeDiscount,
              value: priceTexts.off(formatLei(discount)),
              tone: "off" as const,
            },
          ]
        : []),
    ],
    total: { label: saleTexts.total, value: priceInLei(total) },
  };
}

type UsedCode = Extract<CodeView, { kind: "usable" }>;
type Discount = NonNullable<PricedChoice["discount"]>;

function discountLine({ code, voucher }: UsedCode, { count, coveredPrice, amount }: Discount): SummaryLine {
  return {
    label: priceTexts.codeOn(code, countedTickets(count)),
    note:
      voucher.kind === "percent"
        ? priceTexts.percentOf(voucher.percent, formatLei(coveredPrice))
        : voucher.kind === "fixed"
          ? priceTexts.offEach(formatLei(voucher.amount))
          : undefined,
    value: priceTexts.off(formatLei(amount)),
    tone: "off",
  };
}
