import { isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

/** The session token in a Cookie header; null when there is none of ours. Never throws, whatever was sent. */
export function readSessionCookie(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "session", { siteOrigin, isOurs: isTokenShaped });
}

/** The Set-Cookie line of a new session. The browser keeps it as long as any session may live; the database decides. */
export function sessionCookie(token: string, siteOrigin: string): string {
  return cookieLine("session", token, { siteOrigin, seconds: durations.sessions.user.absolute });
}

/** The Set-Cookie line that removes the cookie. */
export function endedSessionCookie(siteOrigin: string): string {
  return cookieLine("session", "", { siteOrigin, seconds: 0 });
}
