import { isRouteErrorResponse, Link, useParams } from "react-router";
import { saleTexts } from "#web/request/sale-texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { eclipseWide } from "#web/ui/horizon-pictures.ts";
import { NoSavedTickets } from "#web/ui/saved-tickets-panel.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { guestOrderTexts } from "./guest-order-texts.ts";

/** The data of a 404 for an order's page that opens nothing to this visitor, by a link or without one. */
export const linkIsOver = "link_over";

/** The data of a 404 for a reader who held tickets of the order that have all ended. */
export const ticketsEnded = (isCancelled: boolean) => (isCancelled ? "night_cancelled" : "tickets_refunded");

/** Shows where the tickets of an old link may be now; other errors go on to the next boundary. */
export function LinkOver({ error }: { error: unknown }) {
  const { order } = useParams();
  if (!isRouteErrorResponse(error)) throw error;
  for (const isCancelled of [true, false])
    if (error.data === ticketsEnded(isCancelled))
      return (
        <EmptyState
          title={isCancelled ? guestOrderTexts.nightCancelled : checkoutTexts.endedTitle(2)}
          text={guestOrderTexts.ended}
          picture={eclipseWide}
          size="page"
        >
          <Link className={buttonClass({ look: "sun" })} to="/events">
            {saleTexts.otherNights}
          </Link>
        </EmptyState>
      );
  if (error.data !== linkIsOver) throw error;
  return (
    <EmptyState
      title={guestOrderTexts.linkOver}
      text={guestOrderTexts.linkOverText}
      picture={eclipseWide}
      size="page"
    >
      <NoSavedTickets page={`/orders/${order}`} />
      <Link className={buttonClass({ look: "sun" })} to="/login?next=%2Fprofile">
        {guestOrderTexts.linkOverLogin}
      </Link>
      <Link className={buttonClass({ look: "line" })} to="/orders">
        {guestOrderTexts.linkOverAgain}
      </Link>
    </EmptyState>
  );
}
