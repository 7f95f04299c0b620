import { logoPath, lookOf } from "#ticketing/content/brand.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/manifest-route.ts";

const estivalIcons = [
  { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
];

/** The site's entry on a phone's home screen; the club's name and logo are content. */
export async function loader({ context }: Route.LoaderArgs) {
  const content = await readContent(context.get(siteContext).database.anonymous, ["club", "brand"]);
  const club = withDefaults({ ...defaultClub }, content.get("club"));
  const logo = logoPath(lookOf(content.get("brand")));
  const manifest = {
    name: club.full_name,
    short_name: club.short_name,
    lang: "ro",
    start_url: "/",
    display: "standalone",
    background_color: "#0B1020",
    theme_color: "#0B1020",
    icons: logo ? [{ src: logo, type: "image/png", sizes: "512x512" }] : estivalIcons,
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json; charset=utf-8" },
  });
}
