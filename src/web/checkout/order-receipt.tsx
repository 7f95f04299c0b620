import { formatLeiExact } from "#kernel/money.ts";
import { orderSums } from "#ticketing/orders/order-sums.ts";
import { InstantText } from "#web/ui/date-text.tsx";
import { checkoutTexts } from "./checkout-texts.ts";

export type ReceiptView = {
  orderId: string;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  status: "paid" | "confirming";
  /** An instant, ISO. */
  date: string;
  /** Minor units that went back. */
  returned: number;
};

/** Number, money and state of an order. */
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

/** The word that the specification quotes is for what was paid and did not go back. */
function statusOf({ status, amount, returned }: ReceiptView): { isGood: boolean; words: string } {
  if (status === "confirming") return { isGood: false, words: checkoutTexts.confirming };
  if (returned === 0) return { isGood: true, words: checkoutTexts.paid };
  return {
    isGood: false,
    words: returned < amount ? checkoutTexts.partlyReturned : checkoutTexts.allReturned,
  };
}
