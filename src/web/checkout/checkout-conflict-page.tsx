import { Form } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { OrderPanel, type OrderSummaryView } from "./order-panel.tsx";

export type CheckoutConflictView = {
  open: OrderSummaryView & { payUrl: string; secondsLeft: number; secondsInAll: number };
  /** What was chosen now; sent again with `intent=replace`. */
  wanted: OrderSummaryView & { ticketTypeId: string; quantity: number };
};

/** One open order per customer and event: keep it, or take the other one. */
export function CheckoutConflictPage({ view }: { view: CheckoutConflictView }) {
  return (
    <div className="wrap below-head conflict">
      <div className="page-head">
        <h1 className="display">{checkoutTexts.conflictTitle}</h1>
        <p>{checkoutTexts.conflictText}</p>
      </div>
      <div className="versus">
        <OrderPanel
          id="open-order"
          title={checkoutTexts.conflictOpen}
          order={view.open}
          more={
            <Countdown
              text={checkoutTexts.reserved}
              secondsLeft={view.open.secondsLeft}
              secondsInAll={view.open.secondsInAll}
            />
          }
        >
          <ButtonLink look="sun" width="full" href={view.open.payUrl}>
            {checkoutTexts.continuePaying(formatLei(view.open.total))}
          </ButtonLink>
        </OrderPanel>
        <OrderPanel
          id="wanted-order"
          title={checkoutTexts.conflictNew}
          order={view.wanted}
          more={<p className="muted conflict__note">{checkoutTexts.conflictNewNote}</p>}
        >
          <Form method="post">
            <input type="hidden" name="ticket_id" value={view.wanted.ticketTypeId} />
            <input type="hidden" name="quantity" value={view.wanted.quantity} />
            <Button look="sand" width="full" type="submit" name="intent" value="replace">
              {checkoutTexts.conflictSwitch}
            </Button>
          </Form>
        </OrderPanel>
      </div>
      <p className="muted conflict__foot">{checkoutTexts.conflictNote}</p>
    </div>
  );
}
