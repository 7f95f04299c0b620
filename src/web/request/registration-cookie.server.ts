import { isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

/**
 * Identifies the browser that registered: there the link of the email needs no password. The database stores its hash.
 */
export function registrationCookie(browser: string, siteOrigin: string): string {
  return cookieLine("registration", browser, { siteOrigin, seconds: durations.registration });
}

/** The Set-Cookie line that removes the token. */
export function endedRegistration(siteOrigin: string): string {
  return cookieLine("registration", "", { siteOrigin, seconds: 0 });
}

/** The token in a Cookie header; null when there is none of ours. Never throws, whatever was sent. */
export function readRegistrationCookie(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "registration", { siteOrigin, isOurs: isTokenShaped });
}
