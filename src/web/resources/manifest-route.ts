import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/manifest-route.ts";

/** The site's entry on a phone's home screen; the club's name is content. */
export async function loader({ context }: Route.LoaderArgs) {
  const written = await readContent(context.get(siteContext).database.anonymous, ["club"]);
  const club = withDefaults({ ...defaultClub }, written.get("club"));
  const manifest = {
    name: club.full_name,
    short_name: club.short_name,
    lang: "ro",
    start_url: "/",
    display: "standalone",
    background_color: "#0B1020",
    theme_color: "#0B1020",
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json; charset=utf-8" },
  });
}
