import { formatLei } from "#kernel/money.ts";
import { countedTickets } from "#ticketing/orders/ticket-count-texts.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { Summary, type SummaryLine } from "#web/ui/summary.tsx";
import { isHold } from "./choice-rules.ts";
import { priceTexts } from "./price-texts.ts";
import { publicTexts } from "./public-texts.ts";
import type { CodeView, HoldView, SalePanel } from "./ticket-panel-view.ts";
import type { Choice } from "./use-choice.ts";

type OrderSummaryProps = { panel: SalePanel; hold: HoldView | null; choice: Choice };

/**
 * The sum follows the choice. It is in the server's HTML already, so that nothing moves when the script is loaded.
 * Without a script it would not follow, so words replace it: the price is beside each type, and the next page shows the
 * sum before paying.
 */
export function OrderSummary({ panel, hold, choice }: OrderSummaryProps) {
  const isHeld = hold !== null && hold.secondsLeft > 0 && isHold(choice, hold, panel);
  const { lines, total } = isHeld ? heldSum(hold) : chosenSum(choice, panel);
  return (
    <>
      <div className="tear-panel__live">
        <Summary
          lines={[...lines, { label: publicTexts.feesName, value: publicTexts.feesValue, tone: "muted" }]}
          total={total}
        />
      </div>
      <p className="tear-panel__plain fine-print">
        {publicTexts.feesName}: {publicTexts.feesValue}.
      </p>
    </>
  );
}

type Sum = { lines: SummaryLine[]; total: SummaryLine };

const inLei = (amount: number) => publicTexts.price(formatLei(amount));

function chosenSum({ priced }: Choice, { code }: SalePanel): Sum {
  const { parts, discount, listTotal, total } = priced;
  return {
    lines: [
      ...parts.map(({ type, phaseName, quantity, listPrice }) => ({
        label: `${quantity} × ${type.name}`,
        note: phaseName ?? undefined,
        value: inLei(listPrice * quantity),
      })),
      ...(discount && code?.kind === "usable" ? [discountLine(code, discount)] : []),
    ],
    total: {
      label: publicTexts.total,
      value: inLei(total),
      was: discount ? { value: formatLei(listTotal), words: priceTexts.insteadOf } : undefined,
    },
  };
}

type UsableCode = Extract<CodeView, { kind: "usable" }>;
type Discount = NonNullable<Choice["priced"]["discount"]>;

function discountLine({ code, voucher }: UsableCode, { count, of, amount }: Discount): SummaryLine {
  return {
    label: priceTexts.codeOn(code, countedTickets(count)),
    note:
      voucher.kind === "percent"
        ? priceTexts.percentOf(voucher.percent, formatLei(of))
        : voucher.kind === "fixed"
          ? priceTexts.offEach(formatLei(voucher.amount))
          : undefined,
    value: priceTexts.off(formatLei(amount)),
    tone: "off",
  };
}

/** What is on hold costs what it did then. */
function heldSum({ parts, discount, total }: HoldView): Sum {
  return {
    lines: [
      ...parts.map(({ title, phase, quantity, price }) => ({
        label: `${quantity} × ${title}`,
        note: phase ?? undefined,
        value: inLei(price * quantity),
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
    total: { label: publicTexts.total, value: inLei(total) },
  };
}
