import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { unbroken } from "#web/ui/unbroken.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { OrderReceipt, type ReceiptView } from "./order-receipt.tsx";
import { SentSeats, type SentSeatView } from "./sent-seats.tsx";

/**
 * The money went back, the tickets were cancelled, or friends have them all: nothing to show at a gate, and no thanks for
 * paying.
 */
export function EndedOrder({
  receipt,
  words,
  sent,
  hasAccount,
}: {
  receipt: ReceiptView;
  words: { title: string; text: string };
  sent: readonly SentSeatView[];
  hasAccount: boolean;
}) {
  return (
    <div className="tear-stage">
      <div className="wrap">
        <div className="tear-stage__head">
          <h1 className="display">{unbroken(words.title)}</h1>
          <p className="lead-text" role="status">
            {words.text}
          </p>
        </div>
        <SentSeats seats={sent} />
        <div className="tear-card__actions">
          <Link className={buttonClass({ look: "sun" })} to="/events">
            {checkoutTexts.exploreEvents}
          </Link>
          {hasAccount ? (
            <Link className={buttonClass({ look: "line" })} to="/profile">
              {checkoutTexts.myTickets}
            </Link>
          ) : null}
        </div>
        <OrderReceipt receipt={receipt} />
      </div>
    </div>
  );
}
