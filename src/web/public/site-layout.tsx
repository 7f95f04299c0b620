import { useEffect } from "react";
import { Outlet, useMatches } from "react-router";
import { dayOf } from "#kernel/time.ts";
import { logoPath, lookOf } from "#ticketing/content/brand.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import { defaultClub, defaultFooter, socialLinks, withDefaults } from "#ticketing/content/site-content.ts";
import { isReadOnly, type Stop } from "#ticketing/events/stop.ts";
import { readFlash } from "#web/request/flash.server.ts";
import { siteContext, viewerContext } from "#web/request/request-context.ts";
import { readSiteContent } from "#web/request/site-content.server.ts";
import { AuthProvider } from "#web/sign-in/auth-context.tsx";
import { forgetTickets } from "#web/ui/saved-tickets.ts";
import type { Route } from "./+types/site-layout.ts";
import { frameOfScreen } from "./frame-of-screen.ts";
import { publicTexts } from "./public-texts.ts";
import { SiteFrame, type SiteFrameView } from "./site-frame.tsx";
import "./site.css";

/** The frame around every public page. A footer that cannot be read is the default one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const viewer = context.get(viewerContext);
  const content = await readSiteContent(context);
  const club = withDefaults(defaultClub, content.get("club"));
  const footer = withDefaults(defaultFooter, content.get("footer"));
  const look = lookOf(content.get("brand"));
  const view: SiteFrameView = {
    club: { shortName: club.short_name, fullName: club.full_name, look, icon: logoPath(look) },
    viewer: viewer.kind === "person" ? viewer.role : "anonymous",
    guests: club.guests ? "buy" : "none",
    demo: site.settings.mode === "demo" ? { mailboxUrl: "/_demo/mail" } : null,
    footer: {
      ...footer,
      year: Number(dayOf(site.now()).slice(0, 4)),
      social: socialLinks(footer),
      legal: publicTexts.legalLinks.map((link) => ({ ...link })),
      trader: sellerLine(club),
      newsletter: "shown",
      disputesUrl: "https://reclamatiisal.anpc.ro/",
    },
    flash: readFlash(request, site.origin),
    stopped: stoppedOn(site.stops.stops),
  };
  return { view };
}

function stoppedOn(stops: readonly Stop[]): SiteFrameView["stopped"] {
  if (isReadOnly(stops)) return "readOnly";
  return stops.some(({ kind, eventId }) => kind === "sale" && eventId === null) ? "sale" : null;
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const isSignedOut = loaderData.view.viewer === "anonymous";
  const frame = frameOfScreen(useMatches());
  useEffect(() => {
    if (isSignedOut) void forgetTickets();
  }, [isSignedOut]);
  return (
    <AuthProvider viewer={loaderData.view.viewer} revision={loaderData}>
      <SiteFrame view={loaderData.view} frame={frame}>
        <Outlet />
      </SiteFrame>
    </AuthProvider>
  );
}
