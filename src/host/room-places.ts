import { Hono } from "hono";
import { isUuid } from "#kernel/id.ts";
import { readRoomCookie, roomCookie } from "#web/request/room-cookie.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/**
 * What thousands ask while they wait for a sale to open: where they stand, from memory, by the cookie of the place. Who
 * has lost the cookie, or came with another browser, is found once by the session and gets it again.
 */
export function createRoomPlaces(site: SiteServices): Hono {
  const places = new Hono();
  places.get("/events/:id/waiting/place", async (c) => {
    c.header("cache-control", "no-store");
    const eventId = c.req.param("id");
    if (!isUuid(eventId)) return c.json({ kind: "outside" }, 404);
    const remembered = readRoomCookie(c.req.header("cookie"), site.origin);
    const known = remembered && (await site.rooms.placeOf(eventId, { id: remembered }));
    if (known) return c.json(known);
    const visitor = await site.findVisitor(c.req.raw);
    const found =
      visitor.kind === "person" ? await site.rooms.placeOf(eventId, { userId: visitor.userId }) : undefined;
    if (!found) return c.json({ kind: "outside" });
    c.header("set-cookie", roomCookie(found.placeId, site.origin));
    return c.json(found);
  });
  return places;
}
