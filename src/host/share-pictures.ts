import { Hono } from "hono";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { lookOf } from "#ticketing/content/brand.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { tooManyRequests } from "./bare-screen.ts";
import type { RenderingLimit } from "./rendering-limit.ts";
import { forOtherSites } from "./security-headers.ts";

/**
 * `/events/{id}/share.jpg`: the picture that messengers show of a link to a night. Pages add a hash of its look to the
 * address, so that it may be cached for long: a night that changed has another address.
 */
export function createSharePictures(site: SiteServices, renderings: RenderingLimit) {
  return new Hono<{ Variables: { address: string } }>().get("/:id/share.jpg", async (c) => {
    const id = c.req.param("id");
    if (!isUuid(id)) return c.text("", 404);
    const drawn = await renderings.render({ visitor: { kind: "anonymous" }, address: c.get("address") }, () =>
      pictureOfNight(site, id),
    );
    if ("wait" in drawn) return tooManyRequests(drawn.wait, c.req.raw);
    if (!drawn.made) return c.text("", 404);
    return c.body(new Uint8Array(drawn.made), 200, {
      ...forOtherSites,
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=86400",
    });
  });
}

async function pictureOfNight(site: SiteServices, id: Uuid): Promise<Buffer | undefined> {
  const reader = site.database.anonymous;
  const found = await findEventPage(reader, id);
  if (!found) return undefined;
  const content = await readContent(reader, ["club", "brand"]);
  const club = withDefaults(defaultClub, content.get("club"));
  return site.shares.pictureOf(found.event, club.full_name, lookOf(content.get("brand")));
}
