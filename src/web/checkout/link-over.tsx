import { useEffect } from "react";
import { isRouteErrorResponse, Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { eclipseWide } from "#web/ui/horizon-pictures.ts";
import { forgetTickets } from "#web/ui/saved-tickets.ts";
import { guestOrderTexts } from "./guest-order-texts.ts";

/** The data of a 404 for an email's link that opens nothing. It is the same for every wrong link. */
export const linkIsOver = "link_over";

/** Shows where the tickets of an old link may be now; other errors go on to the next boundary. */
export function LinkOver({ error }: { error: unknown }) {
  const isOver = isRouteErrorResponse(error) && error.data === linkIsOver;
  useEffect(() => {
    if (isOver) void forgetTickets(location.pathname);
  }, [isOver]);
  if (!isOver) throw error;
  return (
    <EmptyState
      title={guestOrderTexts.linkOver}
      text={guestOrderTexts.linkOverText}
      picture={eclipseWide}
      size="page"
    >
      <Link className={buttonClass({ look: "sun" })} to="/login?next=%2Fprofile">
        {guestOrderTexts.linkOverLogin}
      </Link>
      <Link className={buttonClass({ look: "line" })} to="/orders">
        {guestOrderTexts.linkOverAgain}
      </Link>
    </EmptyState>
  );
}
