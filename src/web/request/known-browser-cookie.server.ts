import { durations } from "#ticketing/limits.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

const longestMark = 200;

/** The token of a browser that signed in before, as it was sent; the accounts module checks it. */
export function readKnownBrowser(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "known-browser", { siteOrigin, isOurs: ({ length }) => length <= longestMark });
}

/** The Set-Cookie line of the token. It gives no access and outlives the session. */
export function knownBrowserCookie(token: string, siteOrigin: string): string {
  return cookieLine("known-browser", token, { siteOrigin, seconds: durations.knownBrowserCookie });
}
