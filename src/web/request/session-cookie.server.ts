import { isTokenShaped } from "#platform/identity/secret-token.server.ts";
import { sessionLife } from "#platform/identity/session-life.ts";

/**
 * The name of the cookie at this address. Over https the prefix `__Host-` makes browsers refuse it from a subdomain,
 * over http or with another path; http happens on loopback only, where there is no Secure.
 */
export function sessionCookieName(siteOrigin: string): string {
  return siteOrigin.startsWith("https:") ? "__Host-session" : "session";
}

/** The session token in a Cookie header; null when there is none of ours. Never throws, whatever was sent. */
export function readSessionCookie(header: string | null, siteOrigin: string): string | null {
  if (header === null) return null;
  const name = `${sessionCookieName(siteOrigin)}=`;
  for (const part of header.split(";")) {
    const pair = part.trim();
    const token = pair.slice(name.length);
    if (pair.startsWith(name) && isTokenShaped(token)) return token;
  }
  return null;
}

/** The Set-Cookie line of a new session. The browser keeps it as long as any session may live; the database decides. */
export function sessionCookie(token: string, siteOrigin: string): string {
  return line(token, sessionLife.user.absolute, siteOrigin);
}

/** The Set-Cookie line that takes the cookie away. */
export function endedSessionCookie(siteOrigin: string): string {
  return line("", 0, siteOrigin);
}

function line(value: string, seconds: number, siteOrigin: string): string {
  const secure = siteOrigin.startsWith("https:") ? "; Secure" : "";
  return `${sessionCookieName(siteOrigin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
