import { Link } from "react-router";
import type { BoughtTicketView } from "#web/checkout/bought-tickets.server.ts";
import { BoughtTickets } from "#web/checkout/bought-tickets.tsx";
import { checkoutTexts } from "#web/checkout/checkout-texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { testPurchaseTexts } from "./test-purchase-texts.ts";

/** Demo mode: the ticket that was bought without a card. It admits at the demo's gate. */
export function TestPurchaseSuccess({ tickets }: { tickets: BoughtTicketView[] }) {
  return (
    <div className="tear-stage codes-first">
      <div className="wrap">
        <div className="tear-stage__head">
          <h1 className="display">{testPurchaseTexts.doneTitle}</h1>
          <p className="lead-text" role="status">
            {testPurchaseTexts.doneText} <Link to="/_demo/mail">{testPurchaseTexts.mailbox}</Link>.
          </p>
        </div>
        <div className="tear-stage__card">
          <BoughtTickets tickets={tickets} />
        </div>
        <p className="tear-card__hint">
          <Icon name="sun" /> {checkoutTexts.gateHint}
        </p>
        <div className="tear-card__actions">
          <Link className={buttonClass({ look: "sun" })} to="/profile">
            {testPurchaseTexts.seeProfile}
          </Link>
          <Link className={buttonClass({ look: "line" })} to="/events">
            {testPurchaseTexts.otherEvents}
          </Link>
        </div>
      </div>
    </div>
  );
}
