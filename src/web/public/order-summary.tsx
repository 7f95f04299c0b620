import { formatLei } from "#kernel/money.ts";
import type { HoldView } from "#web/request/hold-view.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { type PricedSum, pricedSum, priceInLei } from "#web/request/priced-sum.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { Summary } from "#web/ui/summary.tsx";
import { isHold } from "./choice-rules.ts";
import { publicTexts } from "./public-texts.ts";
import type { SalePanel } from "./ticket-panel-view.ts";
import type { Choice } from "./use-choice.ts";

type OrderSummaryProps = { panel: SalePanel; hold: HoldView | null; choice: Choice };

/**
 * The sum follows the choice. It is in the server's HTML already, so that nothing moves when the script is loaded.
 * Without a script it would not follow, so words replace it: the price is beside each type, and the next page shows the
 * sum before paying.
 */
export function OrderSummary({ panel, hold, choice }: OrderSummaryProps) {
  const isHeld = hold !== null && hold.secondsLeft > 0 && isHold(choice, hold, panel);
  const { lines, total } = isHeld ? heldSum(hold) : pricedSum(choice.priced, panel.code);
  return (
    <>
      <div className="tear-panel__live">
        <p className="visually-hidden" role="status">
          {total.label}: {total.value}
        </p>
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

/** What is on hold costs what it did then. */
function heldSum({ parts, discount, total }: HoldView): PricedSum {
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
