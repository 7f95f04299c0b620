import { Form, Link } from "react-router";
import { formatLei, formatLeiExact } from "#kernel/money.ts";
import { formatInstant } from "#kernel/time.ts";
import { keptOf, orderSums } from "#ticketing/orders/order-sums.ts";
import { typesInWords } from "#ticketing/orders/ticket-count-texts.ts";
import { MoneyBack } from "#web/request/money-back.tsx";
import { moneyBackTexts } from "#web/request/money-back-texts.ts";
import { OpenChoices } from "#web/request/open-choices.tsx";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { InstantText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { StatusText } from "#web/ui/status-text.tsx";
import { Summary, type SummaryLine } from "#web/ui/summary.tsx";
import { myOrderTexts as texts } from "./my-order-texts.ts";
import type { MyOrderPageView, MyOrderView, OrderSeatView } from "./my-order-view.ts";

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

/** The latest orders, below the tickets. */
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
              <span className="orders__lines">{typesInWords(order.lines)}</span>
              <small>
                {texts.numbered(order.number)} · <InstantText at={order.date} />
              </small>
            </span>
            <span className="orders__amount">
              <strong className="display">{texts.price(formatLeiExact(order.amount))}</strong>
              <PaymentStatus order={order} />
              {keptOf(order) < order.paid ? <span className="orders__back">{goneText(order)}</span> : null}
            </span>
            <Icon name="chevronRight" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What went back, what the bank took back, and what remains, as far as there is some. */
function goneText(order: MyOrderView): string {
  return orderSums(order)
    .flatMap(({ what, amount }) =>
      what === "paid" || amount <= 0 ? [] : texts.gone[what](formatLeiExact(amount)),
    )
    .join(", ");
}

/** The specification's word "paid" is used until all money went back. */
function PaymentStatus({ order }: { order: MyOrderView }) {
  const { paymentStatus, payment } = order;
  if (paymentStatus !== "paid") return <StatusText kind="look">{paymentStatus}</StatusText>;
  if (payment === "disputed" || payment === "lost")
    return <StatusText kind="look">{texts.bankHas[payment]}</StatusText>;
  if (order.owed > 0) return <StatusText kind="look">{moneyBackTexts.owedStatus}</StatusText>;
  return keptOf(order) < order.paid && keptOf(order) <= 0 ? (
    <StatusText kind="look">{order.returned > 0 ? texts.allReturned : texts.bankHas.lost}</StatusText>
  ) : (
    <StatusText kind="good">{texts.paid}</StatusText>
  );
}

/** One order: what each person got, the payment and the refunds. */
export function MyOrder({ order }: { order: MyOrderPageView }) {
  const when = formatInstant(order.paidAt);
  return (
    <div className="my-order">
      <p>
        <Link className="text-link" to="/profile?section=orders" preventScrollReset>
          <Icon name="arrowLeft" /> {texts.orders}
        </Link>
      </p>
      <MoneyBack view={order.back} />
      {order.notice ? <Notice kind="warn">{texts[order.notice]}</Notice> : null}
      {order.cancelledNights > 0 ? (
        <Notice kind="info">{shownTicketTexts.nightsCancelled(order.cancelledNights)}</Notice>
      ) : null}
      <OpenChoices choices={order.choices} />
      <section className="my-order__sheet" aria-labelledby="my-order">
        <div className="my-order__head">
          <Picture picture={order.picture} seed={order.id} alt="" sizes="76px" />
          <div>
            {order.when ? <p className="when figures">{order.when}</p> : null}
            <h2 className="display" id="my-order">
              {order.title}
            </h2>
            <p className="muted">
              {texts.numbered(order.number)} · {order.paid > 0 ? texts.paidOn(when) : texts.receivedOn(when)}
            </p>
          </div>
        </div>
        <h3 className="display">{texts.bought}</h3>
        {order.seats.length === 0 ? <p className="muted">{texts.noTickets}</p> : null}
        <ul>
          {order.seats.map((seat) => (
            <Seat key={seat.code} seat={seat} />
          ))}
        </ul>
        <Summary
          lines={linesOf(order)}
          total={
            hasRefunds(order)
              ? { label: texts.sums.kept, value: texts.price(formatLei(keptOf(order))) }
              : paidOf(order)
          }
        />
      </section>
      {order.validId ? <Actions order={order} validId={order.validId} /> : null}
      <p className="muted my-order__reference">{texts.support(order.number)}</p>
    </div>
  );
}

function Seat({ seat }: { seat: OrderSeatView }) {
  const price = texts.price(formatLei(seat.price));
  const hasEnded = seat.state === "refunded" || seat.state === "cancelled";
  return (
    <li>
      <b>
        {[seat.number === null ? texts.addOn : texts.seat(seat.number), seat.holder]
          .filter(Boolean)
          .join(" · ")}
      </b>
      {hasEnded ? (
        <strong className="info">{seat.state === "refunded" ? texts.refunded : texts.cancelled}</strong>
      ) : (
        <strong>{price}</strong>
      )}
      <small>
        {seat.type} · {hasEnded ? endText(seat) : stateText(seat)}
        <br />
        <span className="figures">{seat.code}</span>
      </small>
    </li>
  );
}

function endText({ price, state, refundedAt }: OrderSeatView): string {
  return state === "refunded" && refundedAt
    ? texts.sentBack(formatLei(price), formatInstant(refundedAt))
    : texts.wasPrice(formatLei(price));
}

function stateText({ state, entries, entriesLeft, sent }: OrderSeatView): string {
  if (state === "returning") return texts.refundUnderWay;
  if (state === "disputed") return texts.disputed;
  if (state === "over" && sent?.state !== "accepted") return texts.over;
  if (sent?.state === "waiting") return texts.waitsFor(sent.to, formatInstant(sent.at));
  if (sent) return texts.acceptedOn(formatInstant(sent.at));
  if (state === "used") return texts.used;
  return entries > 1 ? texts.entriesLeft(entriesLeft, entries) : texts.valid;
}

const hasRefunds = ({ returns, taken }: MyOrderPageView) => returns.length > 0 || taken > 0;

function paidOf({ paymentId, paid }: MyOrderPageView): SummaryLine {
  const label = paymentId ? texts.paidByCard : paid > 0 ? texts.paidWithout : texts.paidNothing;
  return { label, value: texts.price(formatLei(paid)) };
}

/** Returns the lines of the sum: none for a single ticket without discount, phase or refund, priced elsewhere. */
function linesOf(order: MyOrderPageView): SummaryLine[] {
  const { seats, lines, discount } = order;
  const isPriceShownElsewhere =
    seats.length === 1 && discount === 0 && !hasRefunds(order) && lines.every(({ phase }) => phase === null);
  return [
    ...(isPriceShownElsewhere ? [] : lines).map(({ title, phase, quantity, total }) => ({
      label: texts.lineOf(quantity, title),
      note: phase ?? undefined,
      value: texts.price(formatLei(total)),
    })),
    ...(discount > 0
      ? [{ label: texts.codeDiscount, value: texts.less(formatLei(discount)), tone: "off" as const }]
      : []),
    { label: texts.feesName, value: texts.feesValue, tone: "muted" as const },
    ...(hasRefunds(order) ? [paidOf(order)] : []),
    ...order.returns.map(({ amount, at }) => ({
      label: texts.sums.returned,
      note: at ? formatInstant(at) : undefined,
      value: texts.less(formatLei(amount)),
      tone: "info" as const,
    })),
    ...(order.taken > 0
      ? [{ label: texts.sums.taken, value: texts.less(formatLei(order.taken)), tone: "info" as const }]
      : []),
  ];
}

function Actions({ order, validId }: { order: MyOrderPageView; validId: string }) {
  const isOne = order.valid === 1;
  return (
    <div className="actions">
      <Link className={buttonClass({ look: "sand", size: "small" })} to="/profile" preventScrollReset>
        <Icon name="ticket" /> {texts.seeTickets}
      </Link>
      <ButtonLink
        look="line"
        size="small"
        href={`/tickets/${validId}/${isOne ? "ticket" : "order"}.pdf`}
        download
      >
        <Icon name="download" /> {isOne ? texts.download : texts.downloadAll}
      </ButtonLink>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="purchase_id" value={validId} />
        <Button look="line" size="small" type="submit" name="intent" value="resend">
          <Icon name="mail" /> {texts.resend}
        </Button>
      </Form>
    </div>
  );
}
