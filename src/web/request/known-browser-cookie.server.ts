import { cookieLine, readCookie } from "./own-cookie.server.ts";

/** As long as browsers keep a cookie. */
const days = 400;
const longestMark = 200;

/** The mark of a browser that signed in before, as it came; the identity door says whether it is one. */
export function readKnownBrowser(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "known-browser", { siteOrigin, isOurs: ({ length }) => length <= longestMark });
}

/** The Set-Cookie line of the mark. It opens nothing and outlives the session. */
export function knownBrowserCookie(mark: string, siteOrigin: string): string {
  return cookieLine("known-browser", mark, { siteOrigin, seconds: days * 86_400 });
}
