import { isTokenShaped } from "#platform/identity/secret-token.server.ts";

const days = 7;

/** The name of the cookie at this address, with the prefix that the session's has over https. */
function nameAt(siteOrigin: string): string {
  return siteOrigin.startsWith("https:") ? "__Host-registration" : "registration";
}

/** Marks the browser that registered: there the link of the letter asks for no password. The database keeps its hash. */
export function registrationCookie(browser: string, siteOrigin: string): string {
  return line(browser, days * 24 * 3600, siteOrigin);
}

/** The Set-Cookie line that takes the mark away. */
export function endedRegistration(siteOrigin: string): string {
  return line("", 0, siteOrigin);
}

/** The mark in a Cookie header; null when there is none of ours. Never throws, whatever was sent. */
export function readRegistration(header: string | null, siteOrigin: string): string | null {
  const name = `${nameAt(siteOrigin)}=`;
  for (const part of (header ?? "").split(";")) {
    const pair = part.trim();
    const browser = pair.slice(name.length);
    if (pair.startsWith(name) && isTokenShaped(browser)) return browser;
  }
  return null;
}

function line(value: string, seconds: number, siteOrigin: string): string {
  const secure = siteOrigin.startsWith("https:") ? "; Secure" : "";
  return `${nameAt(siteOrigin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
