import { Hono } from "hono";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultFooter, withDefaults } from "#ticketing/content/site-content.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/** Days for which what security.txt says may be believed (RFC 9116 wants less than a year). */
const believedDays = 180;

/** What programs look for at addresses that every site has (RFC 8615). */
export function createWellKnown(site: SiteServices): Hono {
  const wellKnown = new Hono();

  // the public halves of the keys that tickets are signed with
  wellKnown.get("/ticket-keys.json", (c) =>
    c.json({ keys: site.keys.publicKeys("ticket") }, 200, { "cache-control": "public, max-age=300" }),
  );

  // whom to tell of a hole: the address in the footer, or where the legal pages say who runs the site
  wellKnown.get("/security.txt", async (c) => {
    const written = await readContent(site.database.anonymous.$client, ["footer"]);
    const { email } = withDefaults({ ...defaultFooter }, written.get("footer"));
    const contact = /^[^\s<>"]+@[^\s<>"]+$/.test(email)
      ? `mailto:${encodeURI(email)}`
      : `${site.origin}/termeni`;
    const expires = new Date(site.now().getTime() + believedDays * 86_400_000).toISOString().slice(0, 10);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}T00:00:00Z`,
      "Preferred-Languages: ro, en",
      `Canonical: ${site.origin}/.well-known/security.txt`,
    ];
    return c.text(`${lines.join("\n")}\n`, 200, { "cache-control": "public, max-age=3600" });
  });

  // where password managers lead people
  wellKnown.get("/change-password", (c) => c.redirect("/profile/security", 302));
  return wellKnown;
}
