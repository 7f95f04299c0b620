import { isTokenShaped } from "#platform/identity/secret-token.server.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

const minutes = 10;

/** The ticket of a sign-in that waits for its second factor; it opens nothing without a code. */
export function secondStepCookie(ticket: string, siteOrigin: string): string {
  return cookieLine("second-step", ticket, { siteOrigin, seconds: minutes * 60 });
}

export function endedSecondStep(siteOrigin: string): string {
  return cookieLine("second-step", "", { siteOrigin, seconds: 0 });
}

/** The ticket in a Cookie header, or null. */
export function readSecondStep(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "second-step", { siteOrigin, isOurs: isTokenShaped });
}
