import type { ReactNode } from "react";
import { Form } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { Button } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import type { OrderSummaryView } from "./order-view.ts";

type OrderPanelProps = {
  id: string;
  title: string;
  order: OrderSummaryView;
  /** Content under the event, above the torn line. */
  more?: ReactNode;
  /** The order holds nothing any more, so its price is not shown. */
  isOver?: boolean;
  /** Content under the sum. */
  children?: ReactNode;
};

export function OrderPanel({ id, title, order, more, isOver, children }: OrderPanelProps) {
  return (
    <TearPanel
      titleId={id}
      top={
        <>
          <h2 className="display" id={id}>
            {title}
          </h2>
          <div className="order-item">
            <Picture picture={order.event.picture} seed={order.event.id} alt="" sizes="76px" />
            <div>
              <p className="when">
                <DateText day={order.event.date} time={order.event.time} form="short" />
              </p>
              <b className="display">{order.event.title}</b>
              <p className="muted">{checkoutTexts.placeAndDoors(order.event.location, order.event.doors)}</p>
            </div>
          </div>
          {order.nights.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {more}
        </>
      }
      bottom={
        <>
          {isOver ? (
            <>
              <p className="tear-panel__sub">{checkoutTexts.wasHeld}</p>
              <ul className="muted">
                {order.lines.map((line, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two types may have one name
                  <li key={at}>{`${line.quantity} × ${line.label}`}</li>
                ))}
              </ul>
            </>
          ) : (
            <Summary
              lines={[
                ...order.lines.map((line) => ({
                  label: `${line.quantity} × ${line.label}`,
                  note: line.phase ?? undefined,
                  value: checkoutTexts.price(formatLei(line.total)),
                })),
                ...(order.discount > 0
                  ? [
                      {
                        label: checkoutTexts.codeDiscount,
                        value: checkoutTexts.off(formatLei(order.discount)),
                        tone: "off" as const,
                      },
                    ]
                  : []),
                { label: checkoutTexts.feesName, value: checkoutTexts.feesValue, tone: "muted" as const },
              ]}
              total={{ label: checkoutTexts.total, value: checkoutTexts.price(formatLei(order.total)) }}
            />
          )}
          {children}
        </>
      }
    />
  );
}

/** Posts `intent=release` to the order's own page. */
export function ReleaseButton() {
  return (
    <Form method="post">
      <Button look="line" type="submit" name="intent" value="release">
        {checkoutTexts.release}
      </Button>
    </Form>
  );
}
