import { isUuid, newId, type Uuid } from "#kernel/id.ts";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, readCookie } from "#web/request/own-cookie.server.ts";

/** The gate's device behind a request: an id in a cookie of its own, made at the first visit. */
export function readDevice(request: Request, siteOrigin: string): { id: Uuid; isNew: boolean } {
  const header = request.headers.get("cookie");
  const found = readCookie(header, "gate-device", { siteOrigin, isOurs: isUuid });
  return isUuid(found) ? { id: found, isNew: false } : { id: newId(), isNew: true };
}

/** For the whole site: a script requests /gate.data, which is not below /gate. */
export function deviceCookie(id: Uuid, siteOrigin: string): string {
  return cookieLine("gate-device", id, {
    siteOrigin,
    seconds: durations.gateDeviceCookie,
    sameSite: "Strict",
  });
}
