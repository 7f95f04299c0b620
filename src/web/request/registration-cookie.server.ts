import { isTokenShaped } from "#platform/identity/secret-token.server.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

const days = 7;

/** Marks the browser that registered: there the link of the letter asks for no password. The database keeps its hash. */
export function registrationCookie(browser: string, siteOrigin: string): string {
  return cookieLine("registration", browser, { siteOrigin, seconds: days * 86_400 });
}

/** The Set-Cookie line that takes the mark away. */
export function endedRegistration(siteOrigin: string): string {
  return cookieLine("registration", "", { siteOrigin, seconds: 0 });
}

/** The mark in a Cookie header; null when there is none of ours. Never throws, whatever was sent. */
export function readRegistration(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "registration", { siteOrigin, isOurs: isTokenShaped });
}
