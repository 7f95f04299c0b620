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

/** Around every page of the people at the door: what has just been done. */
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

/** For a person who may not open a page, or for a night that does not exist; any other error is thrown on. */
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
