import { Outlet } from "react-router";
import { dayOf } from "#kernel/time.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, defaultFooter, socialLinks, withDefaults } from "#ticketing/content/site-content.ts";
import { AuthProvider } from "#web/request/auth-context.tsx";
import { readFlash } from "#web/request/flash.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/site-layout.ts";
import { publicTexts } from "./public-texts.ts";
import { SiteFrame, type SiteFrameView } from "./site-frame.tsx";

/** What stands around every public page. A footer that cannot be read is the default one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const content = await readContent(site.database.anonymous.$client, ["club", "footer"]).catch(
    (error: unknown) => {
      site.log.error({ error: String(error) }, "the footer could not be read");
      return new Map<string, unknown>();
    },
  );
  const club = withDefaults(defaultClub, content.get("club"));
  const footer = withDefaults(defaultFooter, content.get("footer"));
  const flash = readFlash(request);
  const view: SiteFrameView = {
    club: { shortName: club.short_name, fullName: club.full_name },
    viewer: visitor.kind === "anonymous" ? "anonymous" : visitor.role === "admin" ? "admin" : "customer",
    demo: site.settings.mode === "demo" ? { mailboxUrl: "/_demo/mail" } : null,
    footer: {
      ...footer,
      year: Number(dayOf(site.now()).slice(0, 4)),
      social: socialLinks(footer),
      legal: publicTexts.legalLinks.map((link) => ({ ...link })),
      trader: club.trader,
      newsletter: "shown",
      disputesUrl: "https://reclamatiisal.anpc.ro/",
    },
    flash: flash.value,
  };
  return { view };
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AuthProvider viewer={loaderData.view.viewer} revision={loaderData}>
      <SiteFrame view={loaderData.view}>
        <Outlet />
      </SiteFrame>
    </AuthProvider>
  );
}
