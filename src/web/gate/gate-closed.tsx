import { isRouteErrorResponse, Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { eclipseWide } from "#web/ui/horizon-pictures.ts";
import { gateTexts } from "./gate-texts.ts";

/**
 * Shown to a person who may not open the gate's pages, or for an unknown night. Other errors go on to the next
 * boundary.
 */
export function GateClosed({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status !== 403 && status !== 404) throw error;
  const { title, text } = status === 403 ? gateTexts.notYours : gateTexts.noSuchNight;
  return (
    <main>
      <EmptyState title={title} text={text} picture={eclipseWide} size="page">
        <Link className={buttonClass({ look: "sun" })} to="/">
          {gateTexts.home}
        </Link>
        <Link className={buttonClass({ look: "line" })} to="/profile">
          {gateTexts.account}
        </Link>
      </EmptyState>
    </main>
  );
}
