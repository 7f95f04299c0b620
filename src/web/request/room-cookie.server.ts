import { isUuid, type Uuid } from "#kernel/id.ts";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

/** Remembers a place in a night's waiting room, so that polling it needs no look-up of the session. */
export function roomCookie(placeId: string, siteOrigin: string): string {
  return cookieLine("room_place", placeId, { siteOrigin, seconds: durations.roomCookie });
}

export function readRoomCookie(header: string | null | undefined, siteOrigin: string): Uuid | undefined {
  const found = readCookie(header, "room_place", { siteOrigin, isOurs: isUuid });
  return isUuid(found) ? found : undefined;
}
