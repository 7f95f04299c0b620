import { isUuid, newId, type Uuid } from "#kernel/id.ts";

/** The door device behind a request: an id in a cookie of its own, made at the first visit. */
export function readDevice(request: Request): { id: Uuid; isNew: boolean } {
  const match = /(?:^|;\s*)gate-device=([0-9a-f-]{36})/.exec(request.headers.get("cookie") ?? "");
  return isUuid(match?.[1]) ? { id: match[1], isNew: false } : { id: newId(), isNew: true };
}

/** For the whole site: what a script asks for lies at /gate.data, which is not below /gate. */
export function deviceCookie(id: Uuid, origin: string): string {
  return `gate-device=${id}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict${origin.startsWith("https:") ? "; Secure" : ""}`;
}
