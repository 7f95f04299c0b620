import { siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/robots-route.ts";

const personal =
  "/admin /checkout/ /confirm /echipa /functions/ /gate /guest /login /orders/ /primeste /profile /register /reset-password /tickets/".split(
    " ",
  );

/** Tells search engines what they may read: everything except personal pages; in demo mode nothing. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin, settings } = context.get(siteContext);
  const lines =
    settings.mode === "demo"
      ? ["User-agent: *", "Disallow: /"]
      : [
          "User-agent: *",
          ...personal.map((path) => `Disallow: ${path}`),
          "",
          `Sitemap: ${origin}/sitemap.xml`,
        ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
