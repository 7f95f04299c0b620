import { Link } from "react-router";
import { formatLei, formatLeiExact } from "#kernel/money.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { InstantText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { StatusText } from "#web/ui/status-text.tsx";
import { myOrderTexts as texts } from "./my-order-texts.ts";
import type { MyOrderView } from "./my-order-view.ts";

export function MyOrders({ orders }: { orders: MyOrderView[] }) {
  if (orders.length === 0) {
    return (
      <EmptyState title={texts.noOrdersTitle} text={texts.noOrders} picture={moonWide}>
        <Link className={buttonClass({ look: "sand" })} to="/events">
          {texts.seeEvents}
        </Link>
      </EmptyState>
    );
  }
  return <OrderList orders={orders} />;
}

/** The latest orders below the tickets. */
export function LatestOrders({ orders }: { orders: MyOrderView[] }) {
  if (orders.length === 0) return null;
  return (
    <>
      <div className="ticket-group">
        <h2 className="display">{texts.latest}</h2>
        <Link className="text-link" to="/profile?section=orders" preventScrollReset>
          {texts.all}
        </Link>
      </div>
      <OrderList orders={orders} />
    </>
  );
}

function OrderList({ orders }: { orders: MyOrderView[] }) {
  return (
    <ul className="orders">
      {orders.map((order) => (
        <li key={order.id}>
          <Link to={`/profile?order=${encodeURIComponent(order.id)}`} preventScrollReset>
            <Picture picture={order.picture} seed={order.id} alt="" sizes="72px" />
            <span>
              {order.when ? <span className="when figures">{order.when}</span> : null}
              <b className="display">{order.title}</b>
              <span className="orders__lines">
                {order.lines.map(({ quantity, title }) => texts.lineOf(quantity, title)).join(", ")}
              </span>
              <small>
                {texts.numbered(order.number)} · <InstantText at={order.date} />
              </small>
            </span>
            <span className="orders__amount">
              <strong className="display">{texts.price(formatLeiExact(order.amount))}</strong>
              <PaymentStatus order={order} />
              {order.returned > 0 ? (
                <span className="orders__back">{texts.back(formatLei(order.returned))}</span>
              ) : null}
            </span>
            <Icon name="chevronRight" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The word that the specification quotes is for what was paid and did not all go back. */
function PaymentStatus({ order: { paymentStatus, amount, returned } }: { order: MyOrderView }) {
  if (paymentStatus !== "paid") return <StatusText kind="look">{paymentStatus}</StatusText>;
  return returned > 0 && returned >= amount ? (
    <StatusText kind="look">{texts.allReturned}</StatusText>
  ) : (
    <StatusText kind="good">{texts.paid}</StatusText>
  );
}
