import { lookOf } from "#ticketing/content/brand.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/club-logo-route.ts";

/** The club's logo as a square PNG, for icons and emails. A club without a logo gets Estival's. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const content = await readContent(site.database.anonymous, ["brand"]);
  const { logo } = lookOf(content.get("brand"));
  const png = logo && (await site.logoPng?.(logo.url).catch(() => undefined));
  if (!png) return new Response(null, { status: 302, headers: { location: "/icon-512.png" } });
  return new Response(new Uint8Array(png), {
    headers: {
      "content-type": "image/png",
      "cache-control": "public, max-age=3600",
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}
