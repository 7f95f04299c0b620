import { isUuid, type Uuid } from "#kernel/id.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

/** Remembers a place in a night's waiting room, so that asking for it costs no look at the session. */
export function roomCookie(placeId: string, siteOrigin: string): string {
  return cookieLine("room_place", placeId, { siteOrigin, seconds: 86_400 });
}

export function readRoomCookie(header: string | null | undefined, siteOrigin: string): Uuid | undefined {
  const found = readCookie(header, "room_place", { siteOrigin, isOurs: isUuid });
  return isUuid(found) ? found : undefined;
}
