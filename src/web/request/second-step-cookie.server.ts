import { isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

/** The token of a sign-in that waits for its second factor; it gives no access without a code. */
export function secondStepCookie(stepToken: string, siteOrigin: string): string {
  return cookieLine("second-step", stepToken, { siteOrigin, seconds: durations.secondStepCookie });
}

export function endedSecondStep(siteOrigin: string): string {
  return cookieLine("second-step", "", { siteOrigin, seconds: 0 });
}

/** The token in a Cookie header, or null. */
export function readSecondStep(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "second-step", { siteOrigin, isOurs: isTokenShaped });
}
