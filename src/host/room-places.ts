import { Hono } from "hono";
import { isUuid } from "#kernel/id.ts";
import { createNetworkLimit } from "#kernel/minute-limit.ts";
import { limits } from "#ticketing/limits.ts";
import { readRoomCookie, readSessionCookie, roomCookie } from "#web/request/cookies.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

type Variables = { Variables: { address: string } };

/**
 * Tells people who wait for a sale their place, from memory, by the cookie of the place: thousands ask at once. A
 * person without this cookie, or in another browser, is found once by the session and gets the cookie. A look-up of a
 * place that is not in memory counts against the network.
 */
export function createRoomPlaces(
  site: Pick<SiteServices, "rooms" | "origin" | "findVisitor">,
): Hono<Variables> {
  const places = new Hono<Variables>();
  const lookups = createNetworkLimit(limits.roomLookupsPerAddressAndMinute);
  places.get("/events/:id/waiting/place", async (c) => {
    c.header("cache-control", "no-store");
    const eventId = c.req.param("id");
    if (!isUuid(eventId)) return c.json({ kind: "outside" }, 404);
    const cookies = c.req.header("cookie") ?? null;
    const placeId = readRoomCookie(cookies, site.origin);
    const cachedPlace = placeId && (await site.rooms.knownPlace(eventId, placeId));
    if (cachedPlace) return c.json(cachedPlace);
    const isNobody = !placeId && readSessionCookie(cookies, site.origin) === null;
    if (isNobody || !(await site.rooms.room(eventId))) return c.json({ kind: "outside" });
    const wait = lookups.waitFor(c.get("address"));
    if (wait > 0) return c.json({ kind: "unknown" }, 429, { "retry-after": String(wait) });
    const place = placeId && (await site.rooms.placeOf(eventId, { id: placeId }));
    if (place) return c.json(place);
    const visitor = await site.findVisitor(c.req.raw);
    const placeOfPerson =
      visitor.kind === "person" ? await site.rooms.placeOf(eventId, { userId: visitor.userId }) : undefined;
    if (!placeOfPerson) return c.json({ kind: "outside" });
    c.header("set-cookie", roomCookie(placeOfPerson.placeId, site.origin));
    return c.json(placeOfPerson);
  });
  return places;
}
