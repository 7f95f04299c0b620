import { Hono } from "hono";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultFooter, withDefaults } from "#ticketing/content/site-content.ts";
import { durations } from "#ticketing/limits.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { onceASecond } from "./once-a-second.ts";

/** The standard addresses for programs under /.well-known (RFC 8615). */
export function createWellKnown(site: SiteServices): Hono {
  const wellKnown = new Hono();

  // the public keys of ticket signatures
  wellKnown.get("/ticket-keys.json", (c) =>
    c.json({ keys: site.keys.publicKeys("ticket") }, 200, { "cache-control": "public, max-age=300" }),
  );

  // the contact for security reports: the footer's email address, else the legal pages, which name the operator
  const securityText = onceASecond(async () => {
    const written = await readContent(site.database.anonymous, ["footer"]);
    const { email } = withDefaults({ ...defaultFooter }, written.get("footer"));
    const contact = /^[^\s<>"]+@[^\s<>"]+$/.test(email)
      ? `mailto:${encodeURI(email)}`
      : `${site.origin}/termeni`;
    const expires = new Date(site.now().getTime() + durations.securityTxt * 1000).toISOString().slice(0, 10);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}T00:00:00Z`,
      "Preferred-Languages: ro, en",
      `Canonical: ${site.origin}/.well-known/security.txt`,
    ];
    return `${lines.join("\n")}\n`;
  });
  wellKnown.get("/security.txt", async (c) =>
    c.text(await securityText(), 200, { "cache-control": "public, max-age=3600" }),
  );

  // password managers send people to this address
  wellKnown.get("/change-password", (c) => c.redirect("/profile/security", 302));
  return wellKnown;
}
