import { joinWaitingRoom } from "#ticketing/orders/waiting/join-waiting-room.server.ts";
import { roomCookie } from "./cookies.server.ts";
import { seeOther } from "./responses.server.ts";
import { saleTexts } from "./sale-texts.ts";
import type { SiteServices } from "./site-services.ts";
import type { Visitor } from "./visitor.server.ts";

/** Takes a place in the waiting room and redirects to it; without a room or when not allowed, to the night. */
export async function goToRoom(
  site: SiteServices,
  person: Extract<Visitor, { kind: "person" }>,
  eventId: string,
): Promise<Response> {
  const joined = await joinWaitingRoom(site, { person, eventId });
  if (!joined.ok) {
    const text = {
      may_not_buy: saleTexts.gateAccount,
      no_room: saleTexts.roomClosed,
      mailbox_waits: saleTexts.mailboxWaits,
    }[joined.refusal.reason];
    return seeOther(`/events/${eventId}`, { origin: site.origin, flash: { kind: "error", text } });
  }
  return seeOther(`/events/${eventId}/waiting`, {
    origin: site.origin,
    cookies: [roomCookie(joined.value.placeId, site.origin)],
  });
}
