import { isRouteErrorResponse, Link, Outlet } from "react-router";
import { readFlash } from "#web/request/flash.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
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

/** Shown for everything that is refused here, in the words of the door. What is broken is thrown again. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status >= 500) throw error;
  const { notYours, noSuchNight, notDone } = gateTexts;
  const { title, text } = error.status === 403 ? notYours : error.status === 404 ? noSuchNight : notDone;
  return (
    <main>
      <EmptyState title={title} text={text} picture={eclipseWide} size="page">
        {error.status === 403 ? null : (
          <ButtonLink look="sun" href="/gate">
            {gateTexts.title}
          </ButtonLink>
        )}
        <Link className={buttonClass({ look: error.status === 403 ? "sun" : "line" })} to="/">
          {gateTexts.home}
        </Link>
        <Link className={buttonClass({ look: "line" })} to="/profile">
          {gateTexts.account}
        </Link>
      </EmptyState>
    </main>
  );
}
