import { formatLeiExact } from "#kernel/money.ts";
import { InstantText } from "#web/ui/date-text.tsx";
import { checkoutTexts } from "./checkout-texts.ts";

export type ReceiptView = {
  orderId: string;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  /** "paid", or the provider's own word. */
  status: string;
  /** An instant, ISO. */
  date: string;
  /** Minor units that went back. */
  returned: number;
};

/** Number, money and state of an order. */
export function OrderReceipt({ receipt }: { receipt: ReceiptView }) {
  const paid = receipt.status === "paid";
  return (
    <section className="receipt" aria-label={checkoutTexts.receipt}>
      <dl>
        <div>
          <dt>{checkoutTexts.order}</dt>
          <dd>{receipt.orderId}</dd>
        </div>
        <div>
          <dt>{checkoutTexts.amount}</dt>
          <dd>
            {formatLeiExact(receipt.amount)} {receipt.currency.toUpperCase()}
          </dd>
        </div>
        {receipt.returned > 0 ? (
          <div>
            <dt>{checkoutTexts.returned}</dt>
            <dd>
              {formatLeiExact(receipt.returned)} {receipt.currency.toUpperCase()}
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{checkoutTexts.status}</dt>
          <dd className={paid ? "phosphor" : "scarce"}>{paid ? checkoutTexts.paid : receipt.status}</dd>
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
