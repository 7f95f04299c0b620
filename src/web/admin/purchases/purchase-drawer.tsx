import { Form, Link } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { Status } from "../ui/status.tsx";
import { Timeline } from "../ui/timeline.tsx";
import type { OrderDetails } from "./purchase-list-view.ts";
import { PaymentBadge } from "./purchase-table.tsx";
import { purchaseTexts as texts } from "./purchase-texts.ts";

type PurchaseDrawerProps = { order: OrderDetails; closeTo: string; refundTo: string };

/** One order beside the list: money, tickets, history, and its acts. */
export function PurchaseDrawer({ order, closeTo, refundTo }: PurchaseDrawerProps) {
  const [ticket] = order.tickets;
  const suspended = order.tickets.find((one) => one.suspended)?.suspended;
  const left = order.tickets.reduce((sum, one) => sum + (one.isValid ? one.left : 0), 0);
  const inAll = order.tickets.reduce((sum, one) => sum + one.inAll, 0);
  const review = order.payment === "review" ? texts.reviewText[order.state as "manual_review"] : undefined;
  return (
    <AddressDialog
      shape="drawer"
      title={order.name}
      sub={
        <>
          <span className="mono">{order.shortId}</span> {order.email}
        </>
      }
      closeTo={closeTo}
      actions={
        <>
          {order.refund ? (
            <Link
              className={`${buttonClass({ look: "line" })} button--risk`}
              to={refundTo}
              preventScrollReset
            >
              <OfficeIcon name="undo" /> {order.payment === "invitation" ? texts.endInvitation : texts.refund}
            </Link>
          ) : null}
          {ticket?.isValid && order.email ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="resend" />
              <input type="hidden" name="purchase_id" value={ticket.id} />
              <input type="hidden" name="email" value={order.email} />
              <Button type="submit" look="sun">
                <OfficeIcon name="send" /> {texts.resend}
              </Button>
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
      {suspended ? <Notice kind="warn">{texts.suspended[suspended]}</Notice> : null}
      <dl className="figures-row">
        <div>
          <dt>{texts.totalPaid}</dt>
          <dd>
            <b className="figures">{formatLeiExact(order.total)}</b> RON
          </dd>
        </div>
        <div>
          <dt>{texts.entriesLeft}</dt>
          <dd>
            <b className="figures">{left}</b> {texts.ofEntries(inAll)}
          </dd>
        </div>
        <div>
          <dt>{texts.payment}</dt>
          <dd>
            <PaymentBadge state={order.payment} />
          </dd>
        </div>
      </dl>
      <dl className="order-facts">
        <dt>{texts.columns.type}</dt>
        <dd>{order.line}</dd>
        <dt>{texts.payment}</dt>
        <dd className="order-facts__payment">
          {order.paymentId ? (
            <span>
              {texts.paidBy} <span className="mono">{order.paymentId}</span>
            </span>
          ) : (
            texts.noPayment
          )}
          {order.payment === "invitation" ? null : (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="recheck" />
              <input type="hidden" name="order_id" value={order.id} />
              <Button type="submit" look="line" size="small">
                <OfficeIcon name="refresh" /> {texts.recheck}
              </Button>
            </Form>
          )}
        </dd>
        <dt>{texts.bought}</dt>
        <dd className="figures">{order.boughtAt}</dd>
      </dl>
      {order.tickets.map((one) => (
        <TicketFacts key={one.id} ticket={one} />
      ))}
      <h3>{texts.history}</h3>
      <Timeline steps={order.steps} />
    </AddressDialog>
  );
}

function TicketFacts({ ticket }: { ticket: OrderDetails["tickets"][number] }) {
  return (
    <section className="ticket-facts">
      <dl className="order-facts">
        <dt>{texts.event}</dt>
        <dd>
          <Link to={`/events/${ticket.eventId}`}>{ticket.event}</Link>, {ticket.when}
        </dd>
        <dt>{texts.code}</dt>
        <dd className="mono">{ticket.code}</dd>
        <dt>{texts.entriesLeft}</dt>
        <dd className="figures">
          {ticket.left} {texts.ofEntries(ticket.inAll)}
        </dd>
        <dt>{texts.status}</dt>
        <dd>
          {ticket.left === 0 ? (
            <Status sign="over" tone="mute">
              {texts.statuses.used}
            </Status>
          ) : (
            <Status sign="fine" tone="ok">
              {texts.statuses.available}
            </Status>
          )}
        </dd>
        <dt>{texts.confirmation}</dt>
        <dd>{ticket.isSent ? texts.letterSent : texts.letterWaiting}</dd>
      </dl>
      <Form method="post" preventScrollReset className="inline-form">
        <input type="hidden" name="intent" value="rename" />
        <input type="hidden" name="purchase_id" value={ticket.id} />
        <TextInput label={texts.holder} name="name" defaultValue={ticket.holder} maxLength={200} required />
        <Button type="submit" look="line" size="small">
          {texts.save}
        </Button>
      </Form>
    </section>
  );
}
