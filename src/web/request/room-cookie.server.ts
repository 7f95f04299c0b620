import { isUuid, type Uuid } from "#kernel/id.ts";

const name = "room_place";

/** Remembers the place in a night's waiting room, so that asking for it costs no look at the session. */
export function roomCookie(eventId: string, placeId: string, isHttps: boolean): string {
  return `${name}=${placeId}; Path=/events/${eventId}/waiting; Max-Age=86400; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}

export function readRoomCookie(header: string | null | undefined): Uuid | undefined {
  const found = /(?:^|;\s*)room_place=([^;]*)/.exec(header ?? "")?.[1];
  return isUuid(found) ? found : undefined;
}
