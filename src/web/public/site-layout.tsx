import { useEffect } from "react";
import { Outlet, useMatches } from "react-router";
import { dayOf } from "#kernel/time.ts";
import { logoPath, lookOf } from "#ticketing/content/brand.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import { defaultClub, defaultFooter, socialLinks, withDefaults } from "#ticketing/content/site-content.ts";
import { isReadOnly, type Stop } from "#ticketing/events/stop.ts";
import { findLatestHold } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { readFlash } from "#web/request/flash.server.ts";
import { readOrElse } from "#web/request/read-or-else.server.ts";
import { siteContext, viewerContext } from "#web/request/request-context.ts";
import { readSiteContent } from "#web/request/site-content.server.ts";
import type { Viewer } from "#web/request/visitor.server.ts";
import { AuthProvider } from "#web/sign-in/auth-context.tsx";
import { forgetTickets } from "#web/ui/saved-tickets.ts";
import type { Route } from "./+types/site-layout.ts";
import { frameOfScreen, showsHold } from "./frame-of-screen.ts";
import { SiteFrame } from "./site-frame.tsx";
import "./site.css";

/** Loads the frame of every public page. A footer that cannot be read is the default one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const viewer = context.get(viewerContext);
  const content = await readSiteContent(context);
  const club = withDefaults(defaultClub, content.get("club"));
  const footer = withDefaults(defaultFooter, content.get("footer"));
  const look = lookOf(content.get("brand"));
  const view = {
    club: { shortName: club.short_name, fullName: club.full_name, look, icon: logoPath(look) },
    // only the role, nothing personal, so that the page may be cached
    viewer: viewer.kind === "person" ? viewer.role : ("anonymous" as const),
    // when people may buy without an account, the menu has a link to their tickets
    guests: club.guests ? ("buy" as const) : ("none" as const),
    demo: site.settings.mode === "demo" ? { mailboxUrl: "/_demo/mail" } : null,
    footer: {
      ...footer,
      year: Number(dayOf(site.now()).slice(0, 4)),
      social: socialLinks(footer),
      trader: sellerLine(club),
    },
    flash: readFlash(request, site.origin),
    held: await latestHoldOf(viewer, context),
    stopped: activeStop(site.stops.stops),
  };
  return { view };
}

/** Returns the visitor's hold, also one that has just ended; null when the page is for the cache. */
async function latestHoldOf({ known }: Viewer, context: Route.LoaderArgs["context"]) {
  if (!known?.hasOpenOrder) return null;
  const site = context.get(siteContext);
  const order = await readOrElse(context, site.database.readAs(asOwner(known), findLatestHold), undefined);
  // an order that is being paid must not be paid again
  if (!order || order.state === "payment_pending") return null;
  const seconds = Math.round((order.holdExpiresAt.getTime() - site.now().getTime()) / 1000);
  // until it is known that nobody paid, nothing is said
  if (seconds <= 0 && order.state !== "expired") return null;
  return {
    title: order.title,
    secondsLeft: Math.max(0, seconds),
    checkoutUrl: `/checkout/${order.id}`,
    chooseUrl: order.origin === "event" ? `/events/${order.nightId}` : `/${order.origin}`,
  };
}

function activeStop(stops: readonly Stop[]): "sale" | "readOnly" | null {
  if (isReadOnly(stops)) return "readOnly";
  return stops.some(({ kind, eventId }) => kind === "sale" && eventId === null) ? "sale" : null;
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const isSignedOut = loaderData.view.viewer === "anonymous";
  const matches = useMatches();
  const frame = frameOfScreen(matches);
  const held = frame === "whole" && !showsHold(matches) ? loaderData.view.held : null;
  useEffect(() => {
    if (isSignedOut) void forgetTickets("/profile");
  }, [isSignedOut]);
  return (
    <AuthProvider viewer={loaderData.view.viewer} revision={loaderData}>
      <SiteFrame view={{ ...loaderData.view, held }} frame={frame}>
        <Outlet />
      </SiteFrame>
    </AuthProvider>
  );
}
