import { durations } from "#ticketing/limits.ts";

/** All cookies that we set, with the seconds that a browser keeps each. */
export const cookieSeconds = {
  session: durations.sessions.user.absolute,
  flash: durations.flashCookie,
  "second-step": durations.secondStepCookie,
  "gate-device": durations.gateDeviceCookie,
  room_place: durations.roomCookie,
  "known-browser": durations.knownBrowserCookie,
  registration: durations.registration,
  "provider-login": durations.providerSignIn,
  // the page that a sign-in interrupted, while its email for a new password is on the way
  interrupted: durations.letterLink,
  code: durations.codeCookie,
} as const;
export type OwnCookie = keyof typeof cookieSeconds;

/**
 * Returns the full name of a cookie. Over https the prefix `__Host-` makes browsers refuse this cookie from a
 * subdomain, over http or with another path. Plain http is used only on loopback, where Secure is impossible.
 */
export function cookieName(cookie: OwnCookie, siteOrigin: string): string {
  return siteOrigin.startsWith("https:") ? `__Host-${cookie}` : cookie;
}

/** Returns the first value of this cookie that has our shape; null when there is none. Never throws. */
export function readCookie(
  header: string | null | undefined,
  cookie: OwnCookie,
  { siteOrigin, isOurs }: { readonly siteOrigin: string; readonly isOurs: (value: string) => boolean },
): string | null {
  const name = `${cookieName(cookie, siteOrigin)}=`;
  for (const part of header?.split(";") ?? []) {
    const pair = part.trim();
    const value = pair.slice(name.length);
    if (pair.startsWith(name) && isOurs(value)) return value;
  }
  return null;
}

/** The Set-Cookie line; the browser keeps the cookie for `cookieSeconds`. */
export function cookieLine(
  cookie: OwnCookie,
  value: string,
  how: { readonly siteOrigin: string; readonly sameSite?: "Lax" | "Strict" },
): string {
  return lineFor(cookie, value, { ...how, seconds: cookieSeconds[cookie] });
}

type CookieOptions = {
  readonly siteOrigin: string;
  readonly seconds: number;
  readonly sameSite?: "Lax" | "Strict";
};

function lineFor(
  cookie: OwnCookie,
  value: string,
  { siteOrigin, seconds, sameSite = "Lax" }: CookieOptions,
): string {
  const secure = siteOrigin.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(cookie, siteOrigin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** The Set-Cookie line that removes the cookie. */
export function endedCookie(cookie: OwnCookie, siteOrigin: string): string {
  return lineFor(cookie, "", { siteOrigin, seconds: 0 });
}

/** What stays when a person signs out: a known browser, an enrolled phone, and what the next page says. */
const stays: readonly string[] = ["known-browser", "gate-device", "flash"] satisfies OwnCookie[];

/** The Set-Cookie lines that leave nothing of the person who signs out. */
export function leavingCookies(siteOrigin: string): string[] {
  const all = Object.keys(cookieSeconds) as OwnCookie[];
  return all.filter((cookie) => !stays.includes(cookie)).map((cookie) => endedCookie(cookie, siteOrigin));
}
