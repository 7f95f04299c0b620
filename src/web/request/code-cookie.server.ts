import { typedCode } from "#ticketing/events/typed-code.ts";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

/** Remembers the code that lowers prices or opens hidden types (decision 68). */
export function codeCookie(code: string, siteOrigin: string): string {
  return cookieLine("code", code, { siteOrigin, seconds: durations.codeCookie });
}

export function spentCodeCookie(siteOrigin: string): string {
  return cookieLine("code", "", { siteOrigin, seconds: 0 });
}

/** The code that came with this request, as it is written in `vouchers`, whether it exists or not. Screens have the site's own origin. */
export function codeOfRequest(request: Request, siteOrigin = new URL(request.url).origin): string | null {
  return readCookie(request.headers.get("cookie"), "code", {
    siteOrigin,
    isOurs: (value) => typedCode(value) === value,
  });
}
