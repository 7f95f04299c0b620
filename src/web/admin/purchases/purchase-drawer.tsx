import { Form, Link } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { shortBalanceTexts } from "../admin-texts.ts";
import { useMay } from "../shown-rights.ts";
import { Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { Timeline } from "../ui/timeline.tsx";
import { MoneyFacts } from "./money-facts.tsx";
import { OrderSeats } from "./order-seats.tsx";
import type { OrderDetails } from "./purchase-details.ts";
import { PaymentBadge } from "./purchase-table.tsx";
import { purchaseTexts as texts } from "./purchase-texts.ts";

type PurchaseDrawerProps = {
  order: OrderDetails;
  closeTo: string;
  /** Returns the address of the refund form, with a chosen seat or none. Null for a person who may not refund. */
  refundTo: ((seatId: string | null) => string) | null;
  /** Why nothing can be refunded, for a role that may refund. */
  noRefund: string | null;
};

/** One order beside the list: amounts, tickets, history and acts. */
export function PurchaseDrawer({ order, closeTo, refundTo, noRefund }: PurchaseDrawerProps) {
  const may = useMay();
  const { suspended, shortBalance } = order;
  const review = order.payment === "review" ? texts.reviewText[order.state as "manual_review"] : undefined;
  return (
    <AddressDialog
      shape="drawer"
      title={order.name}
      sub={
        <>
          {order.ordered} <span className="mono">{order.shortId}</span> {order.email} {order.phone}{" "}
          <Link to={`/admin/customers/${order.buyerId}`}>{texts.customer}</Link>
        </>
      }
      closeTo={closeTo}
      actions={
        <>
          {order.refund && refundTo ? (
            <Link
              className={`${buttonClass({ look: "line" })} button--risk`}
              to={refundTo(null)}
              preventScrollReset
            >
              <OfficeIcon name="undo" /> {order.payment === "invitation" ? texts.endInvitation : texts.refund}
            </Link>
          ) : null}
          {order.resendId && order.email && may("purchases.write") ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="resend" />
              <input type="hidden" name="purchase_id" value={order.resendId} />
              <input type="hidden" name="email" value={order.email} />
              <Submit look="sun" icon="send" label={texts.resend} />
            </Form>
          ) : null}
        </>
      }
    >
      {review ? (
        <Notice kind="warn" title={texts.reviewTitle}>
          {review}
        </Notice>
      ) : null}
      {order.hasFailedRefund ? (
        <Notice kind="warn" title={texts.refundFailedTitle}>
          {texts.refundFailed}
        </Notice>
      ) : null}
      {shortBalance ? (
        <Notice kind="warn">
          {shortBalance.kind === "failed"
            ? shortBalanceTexts.failed
            : shortBalanceTexts.waits(shortBalance.n, formatLeiExact(shortBalance.amount))}
        </Notice>
      ) : null}
      {suspended ? <Notice kind="warn">{texts.suspended(suspended)}</Notice> : null}
      {order.refund && noRefund ? <Notice kind="info">{noRefund}</Notice> : null}
      <dl className="figures-row">
        <MoneyFacts money={order.money} />
      </dl>
      <dl className="order-facts">
        <dt>{texts.entriesLeft}</dt>
        <dd className="figures">
          {order.left} {texts.ofEntries(order.inAll)}
        </dd>
        <dt>{texts.payment}</dt>
        <dd className="order-facts__payment">
          <PaymentBadge state={order.payment} />
          {order.paymentId ? (
            <span>
              {texts.paidBy} <span className="mono">{order.paymentId}</span>
            </span>
          ) : (
            texts.noPayment
          )}
          {order.isFree || !may("purchases.write") ? null : (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="recheck" />
              <input type="hidden" name="order_id" value={order.id} />
              <Submit size="small" icon="refresh" label={texts.recheck} />
            </Form>
          )}
        </dd>
        <dt>{texts.bought}</dt>
        <dd className="figures">{order.boughtAt}</dd>
      </dl>
      <OrderSeats order={order} refundTo={refundTo} />
      <h3>{texts.history}</h3>
      <Timeline steps={order.steps} />
      {order.isHistoryCut ? <p className="muted">{texts.historyCut}</p> : null}
    </AddressDialog>
  );
}
