import { Link } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { InstantText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { StatusText } from "#web/ui/status-text.tsx";
import { accountTexts } from "./account-texts.ts";

export type MyOrderView = {
  id: string;
  /** An instant, ISO. */
  date: string;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  /** "paid", or the provider's own word. */
  paymentStatus: string;
  paymentId: string | null;
  lines: { title: string; quantity: number }[];
  /** Minor units that went back. */
  returned: number;
};

const paymentIdLength = 16;

export function MyOrders({ orders }: { orders: MyOrderView[] }) {
  if (orders.length === 0) {
    return (
      <EmptyState title={accountTexts.noOrdersTitle} text={accountTexts.noOrders} picture={moonWide}>
        <Link className={buttonClass({ look: "sand" })} to="/events">
          {accountTexts.seeEvents}
        </Link>
      </EmptyState>
    );
  }
  return (
    <table className="orders">
      <caption className="visually-hidden">{accountTexts.ordersCaption}</caption>
      <thead>
        <tr>
          <th scope="col">{accountTexts.order}</th>
          <th scope="col">{accountTexts.date}</th>
          <th scope="col">{accountTexts.status}</th>
          <th scope="col">{accountTexts.payment}</th>
          <th scope="col" className="align-right">
            {accountTexts.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <th scope="row">#{order.id}</th>
            <td className="orders__date">
              <InstantText at={order.date} />
              <span className="orders__lines">
                {order.lines.map(({ quantity, title }) => accountTexts.lineOf(quantity, title)).join(", ")}
              </span>
            </td>
            <td className="orders__status">
              <StatusText kind={order.paymentStatus === "paid" ? "good" : "look"}>
                {order.paymentStatus === "paid" ? accountTexts.paid : order.paymentStatus}
              </StatusText>
              {order.returned > 0 ? (
                <small className="orders__back">
                  {accountTexts.givenBack(formatLeiExact(order.returned))}
                </small>
              ) : null}
            </td>
            <td className="orders__payment">{order.paymentId ? shortened(order.paymentId) : null}</td>
            <td className="orders__amount align-right">
              {formatLeiExact(order.amount)} {order.currency.toUpperCase()}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shortened(paymentId: string): string {
  return paymentId.length > paymentIdLength ? `${paymentId.slice(0, paymentIdLength)}...` : paymentId;
}
