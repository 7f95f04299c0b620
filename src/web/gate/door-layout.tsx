import { isRouteErrorResponse, Link, Outlet } from "react-router";
import { readFlash } from "#web/request/flash.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { eclipseWide } from "#web/ui/horizon-pictures.ts";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import type { Route } from "./+types/door-layout.ts";
import { titled } from "./gate-parts.tsx";
import { gateTexts } from "./gate-texts.ts";
import "./gate.css";

export const meta = () => titled(gateTexts.pageTitle);

/** Loads the message about the last act, which the frame of every page at the door shows. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return { flash: readFlash(request, context.get(siteContext).origin) };
}

export default function DoorLayout({ loaderData: { flash } }: Route.ComponentProps) {
  return (
    <>
      <Outlet />
      <ToastRegion flash={flash} />
    </>
  );
}

/** Shown to a person who may not open a page, and for a night that does not exist. Other errors are thrown again. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
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
