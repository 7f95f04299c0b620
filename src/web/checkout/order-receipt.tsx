import { formatLeiExact } from "#kernel/money.ts";
import { orderSums } from "#ticketing/orders/order-sums.ts";
import { InstantText } from "#web/ui/date-text.tsx";
import { checkoutTexts } from "./checkout-texts.ts";

export type ReceiptView = {
  orderId: string;
  /** In minor units of the currency. */
  amount: number;
  currency: string;
  status: "paid" | "confirming";
  /** ISO instant. */
  date: string;
  /** The refunded amount, in minor units. */
  returned: number;
};

/** Number, amount and state of an order. */
export function OrderReceipt({ receipt }: { receipt: ReceiptView }) {
  const { isGood, words } = statusOf(receipt);
  return (
    <section className="receipt" aria-label={checkoutTexts.receipt}>
      <dl>
        <div>
          <dt>{checkoutTexts.order}</dt>
          <dd>{receipt.orderId}</dd>
        </div>
        {orderSums({ paid: receipt.amount, returned: receipt.returned }).map(({ what, amount }) => (
          <div key={what}>
            <dt>{checkoutTexts.sums[what]}</dt>
            <dd>
              {formatLeiExact(amount)} {receipt.currency.toUpperCase()}
            </dd>
          </div>
        ))}
        <div>
          <dt>{checkoutTexts.status}</dt>
          <dd className={isGood ? "phosphor" : "scarce"}>{words}</dd>
        </div>
        <div>
          <dt>{checkoutTexts.orderDate}</dt>
          <dd>
            <InstantText at={receipt.date} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** The specification's word "paid" is used only when no money went back. */
function statusOf({ status, amount, returned }: ReceiptView): { isGood: boolean; words: string } {
  if (status === "confirming") return { isGood: false, words: checkoutTexts.confirming };
  if (returned === 0) return { isGood: true, words: checkoutTexts.paid };
  return {
    isGood: false,
    words: returned < amount ? checkoutTexts.partlyReturned : checkoutTexts.allReturned,
  };
}
