import { escapeHtml } from "#kernel/escape-html.ts";
import { listSpecialTickets } from "#ticketing/events/offer-queries.server.ts";
import { listSitemapPages } from "#ticketing/events/slug-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/sitemap-route.ts";

const fixed = ["/", "/events", "/tickets", "/termeni", "/confidentialitate", "/cookies"];

/** Every page that search engines should know (sitemaps.org). */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [pages, passes] = await Promise.all([
    listSitemapPages(site.database.anonymous),
    listSpecialTickets(site.database.anonymous),
  ]);
  const entries = [
    // without a pass on sale, the page of passes is empty
    ...[...fixed, ...(passes.length > 0 ? ["/season-pass"] : [])].map(
      (path) => `<url><loc>${escapeHtml(site.origin + path)}</loc></url>`,
    ),
    ...pages.map(
      ({ path, changedAt }) =>
        `<url><loc>${escapeHtml(site.origin + path)}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`,
    ),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
  return new Response(xml, { headers: { "content-type": "application/xml; charset=utf-8" } });
}
