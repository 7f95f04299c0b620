import { useEffect } from "react";
import { isRouteErrorResponse, Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { eclipseWide } from "#web/ui/horizon-pictures.ts";
import { forgetTickets } from "#web/ui/saved-tickets.ts";
import { guestOrderTexts } from "./guest-order-texts.ts";

/** With status 404: the link of a letter opens nothing. It says the same of every link that is none of ours. */
export const linkIsOver = "link_over";

/** Where the tickets of an old link can be now; any other error is somebody else's. */
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
