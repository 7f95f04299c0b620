import { joinWaitingRoom } from "#ticketing/orders/join-waiting-room.server.ts";
import { seeOther } from "./responses.server.ts";
import { roomCookie } from "./room-cookie.server.ts";
import type { SiteServices } from "./site-services.ts";
import type { Visitor } from "./who-asks.server.ts";

/** A place in the waiting room for this person, and on to it. Where there is no room (any more), back to the night. */
export async function goToRoom(
  site: SiteServices,
  person: Extract<Visitor, { kind: "person" }>,
  eventId: string,
): Promise<Response> {
  const joined = await joinWaitingRoom(site, { person, eventId });
  if (!joined.ok) {
    const text =
      joined.refusal.reason === "may_not_buy"
        ? "Contul de poartă scanează bilete, nu le cumpără."
        : "Sala de așteptare nu este deschisă acum.";
    return seeOther(`/events/${eventId}`, { origin: site.origin, flash: { kind: "error", text } });
  }
  return seeOther(`/events/${eventId}/waiting`, {
    origin: site.origin,
    cookies: [roomCookie(joined.value.placeId, site.origin)],
  });
}
