import { type Context, Hono } from "hono";
import { isUuid } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { forOtherSites } from "./security-headers.ts";

/**
 * `/events/{id}/share.jpg`: what messengers show of a link to a night. Pages name it with its look at the end, so that
 * it may be kept for long: a night that changed has another address.
 */
export function createSharePictures(site: SiteServices): Hono {
  return new Hono().get("/:id/share.jpg", async (c: Context) => {
    const id = c.req.param("id");
    const reader = site.database.anonymous.$client;
    const found = isUuid(id) ? await findEventPage(reader, id, dayOf(site.now())) : undefined;
    if (!found) return c.text("", 404);
    const club = withDefaults(defaultClub, (await readContent(reader, ["club"])).get("club"));
    const jpeg = await site.shares.pictureOf(found.event, club.full_name);
    return c.body(new Uint8Array(jpeg), 200, {
      ...forOtherSites,
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=86400",
    });
  });
}
