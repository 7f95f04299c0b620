import { accountDurations } from "#platform/identity/limits/login-limits.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";
import { safeReturn } from "./return-address.ts";

/**
 * The Set-Cookie line that keeps, in the browser that asked for a new password, the path that signing in interrupted; with
 * none it removes what was kept. The email's link does not carry it: a mistyped address is a stranger's.
 */
export function interruptedCookie(returnTo: string | undefined, siteOrigin: string): string {
  const page = safeReturn(returnTo);
  return cookieLine("interrupted", Buffer.from(page).toString("base64url"), {
    siteOrigin,
    seconds: page === "/" ? 0 : accountDurations.letterLink,
  });
}

/** That path in a Cookie header, or "/". Never throws, whatever was sent. */
export function readInterrupted(header: string | null, siteOrigin: string): string {
  const kept = readCookie(header, "interrupted", {
    siteOrigin,
    isOurs: (sent) => /^[\w-]{1,2000}$/.test(sent),
  });
  return safeReturn(kept && Buffer.from(kept, "base64url").toString("utf8"));
}
