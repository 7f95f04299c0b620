import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid, type Uuid } from "#kernel/id.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { logout } from "#platform/identity/sessions/sessions.server.ts";
import { isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import { typedCode } from "#ticketing/events/typed-code.ts";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, endedCookie, leavingCookies, readCookie } from "./own-cookie.server.ts";
import { safeReturn } from "./return-address.ts";

/** The Set-Cookie line that remembers a voucher's code. */
export function codeCookie(code: string, siteOrigin: string): string {
  return cookieLine("code", code, { siteOrigin });
}

/** Returns the voucher code in this request's cookie, spelled as in `vouchers`, whether it exists; null without one. */
export function codeOfRequest(request: Request, siteOrigin = new URL(request.url).origin): string | null {
  return readCookie(request.headers.get("cookie"), "code", {
    siteOrigin,
    isOurs: (value) => typedCode(value) === value,
  });
}

/**
 * The Set-Cookie line that keeps the page that the sign-in interrupted, for a browser that asks for a new password.
 * Without a page it removes the kept one. The page is not in the email's link, because a mistyped address brings the
 * email to a stranger.
 */
export function interruptedCookie(returnTo: string | undefined, siteOrigin: string): string {
  const page = safeReturn(returnTo);
  if (page === "/") return endedCookie("interrupted", siteOrigin);
  return cookieLine("interrupted", Buffer.from(page).toString("base64url"), { siteOrigin });
}

/** Returns the kept page of a Cookie header, or "/". Never throws. */
export function readInterrupted(header: string | null, siteOrigin: string): string {
  const encodedPage = readCookie(header, "interrupted", {
    siteOrigin,
    isOurs: (sent) => /^[\w-]{1,2000}$/.test(sent),
  });
  return safeReturn(encodedPage && Buffer.from(encodedPage, "base64url").toString("utf8"));
}

const longestToken = 200;

/** Returns the token of a known browser as it was sent; the accounts module checks it. Null when there is none. */
export function readKnownBrowser(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "known-browser", { siteOrigin, isOurs: ({ length }) => length <= longestToken });
}

/** The Set-Cookie line of a known browser's token. The token gives no access and outlives the session. */
export function knownBrowserCookie(token: string, siteOrigin: string): string {
  return cookieLine("known-browser", token, { siteOrigin });
}

/** A sign-in with Google or Apple that this browser has begun. Only the same browser can finish it. */
export type ProviderLogin = {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page that the sign-in interrupted. */
  readonly returnTo: string;
};

type SignedCookieOptions = { readonly secret: string; readonly siteOrigin: string; readonly now: () => Date };

const shape = /^[\w-]{1,4000}\.[\w-]{43}$/;

/** The Set-Cookie line of this sign-in. Its value is signed and valid for `durations.providerSignIn`. */
export function providerLoginCookie(
  login: ProviderLogin,
  { secret, siteOrigin, now }: SignedCookieOptions,
): string {
  const { provider, state, nonce, verifier, returnTo } = login;
  const until = Math.floor(now().getTime() / 1000) + durations.providerSignIn;
  const payload = Buffer.from(JSON.stringify([provider, state, nonce, verifier, returnTo, until])).toString(
    "base64url",
  );
  return cookieLine("provider-login", `${payload}.${signatureOf(secret, payload)}`, { siteOrigin });
}

/** Returns the sign-in of a Cookie header; null when it is missing, not signed by us, or too old. Never throws. */
export function readProviderLogin(
  header: string | null | undefined,
  { secret, siteOrigin, now }: SignedCookieOptions,
): ProviderLogin | null {
  const value = readCookie(header, "provider-login", { siteOrigin, isOurs: (sent) => shape.test(sent) });
  const [payload = "", signature = ""] = value?.split(".") ?? [];
  const [expected, received] = [Buffer.from(signatureOf(secret, payload)), Buffer.from(signature)];
  if (value === null || expected.length !== received.length || !timingSafeEqual(expected, received))
    return null;
  const [provider, state, nonce, verifier, returnTo, until] = JSON.parse(
    Buffer.from(payload, "base64url").toString("utf8"),
  ) as [string, string, string, string, string, number];
  if (now().getTime() / 1000 > until) return null;
  return { provider, state, nonce, verifier, returnTo: safeReturn(returnTo) };
}

function signatureOf(secret: string, payload: string): string {
  return createHmac("sha256", secret).update(`provider-login\0${payload}`).digest("base64url");
}

/** The registration that a browser sent and remembers. */
export type KeptRegistration = {
  /** A token that makes the email's link work without the password in this browser. The database stores its hash. */
  readonly browser: string;
  /** The address as it was typed, whether it has an account or not, so it reveals nothing new to this browser. */
  readonly email: string;
  /** The page that the registration interrupted, or "/". */
  readonly returnTo: string;
};

export function registrationCookie(
  { browser, email, returnTo }: KeptRegistration,
  siteOrigin: string,
): string {
  const payload = Buffer.from(JSON.stringify([email, returnTo])).toString("base64url");
  return cookieLine("registration", `${browser}.${payload}`, { siteOrigin });
}

/** Returns the registration of a Cookie header; null when there is none of ours. Never throws. */
export function readRegistrationCookie(header: string | null, siteOrigin: string): KeptRegistration | null {
  const value = readCookie(header, "registration", {
    siteOrigin,
    isOurs: (sent) => isTokenShaped(sent.split(".", 1)[0] ?? ""),
  });
  if (value === null) return null;
  const [browser = "", payload = ""] = value.split(".", 2);
  // an older build wrote only the token
  const values = payload === "" ? undefined : readPayload(payload);
  return { browser, email: values?.[0] ?? "", returnTo: safeReturn(values?.[1]) };
}

function readPayload(rest: string): [string, string] | undefined {
  try {
    const [email, returnTo, ...more]: unknown[] = JSON.parse(Buffer.from(rest, "base64url").toString("utf8"));
    const isOurs = typeof email === "string" && email.length <= 500 && typeof returnTo === "string";
    return isOurs && more.length === 0 ? [email, returnTo] : undefined;
  } catch {
    return undefined;
  }
}

/** The Set-Cookie line of a place in a waiting room. With it, polling the room needs no look-up of the session. */
export function roomCookie(placeId: string, siteOrigin: string): string {
  return cookieLine("room_place", placeId, { siteOrigin });
}

export function readRoomCookie(header: string | null | undefined, siteOrigin: string): Uuid | undefined {
  const found = readCookie(header, "room_place", { siteOrigin, isOurs: isUuid });
  return isUuid(found) ? found : undefined;
}

/** The Set-Cookie line of a sign-in that waits for its second factor. The token gives no access without a code. */
export function secondStepCookie(stepToken: string, siteOrigin: string): string {
  return cookieLine("second-step", stepToken, { siteOrigin });
}

/** Returns the token of a sign-in that waits for its second factor; null when there is none. */
export function readSecondStep(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "second-step", { siteOrigin, isOurs: isTokenShaped });
}

/** Returns the session token of a Cookie header; null when there is none of ours. Never throws. */
export function readSessionCookie(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "session", { siteOrigin, isOurs: isTokenShaped });
}

/** The Set-Cookie line of a new session, kept for a session's longest life; the database decides when it ends. */
export function sessionCookie(token: string, siteOrigin: string): string {
  return cookieLine("session", token, { siteOrigin });
}

type Site = { readonly identity: Pick<Identity, "database" | "knownBrowsers">; readonly origin: string };

/**
 * Returns the Set-Cookie lines after any kind of sign-in: the session, and the token of a known browser. The session
 * that the browser sent ends first, also another person's: its cookie is overwritten, so nobody could end it later.
 */
export async function signedInCookies(
  { identity, origin }: Site,
  request: Request,
  { token, userId }: Pick<OpenedSession, "token" | "userId">,
): Promise<string[]> {
  const header = request.headers.get("cookie");
  return [
    await newSessionCookie({ identity, origin }, request, token),
    knownBrowserCookie(identity.knownBrowsers.remember(readKnownBrowser(header, origin), userId), origin),
  ];
}

/** The Set-Cookie line of a session that was just opened; the session that the browser sent ends. */
export async function newSessionCookie(
  { identity, origin }: Pick<Site, "origin"> & { readonly identity: Pick<Identity, "database"> },
  request: Request,
  token: string,
): Promise<string> {
  const older = readSessionCookie(request.headers.get("cookie"), origin);
  if (older !== null) await logout(identity, older);
  return sessionCookie(token, origin);
}

/** Ends the session that the browser sent. Returns the Set-Cookie lines that leave nothing of its person there. */
export async function leaveBrowser({ identity, origin }: Site, request: Request): Promise<string[]> {
  const token = readSessionCookie(request.headers.get("cookie"), origin);
  if (token !== null) await logout(identity, token);
  return leavingCookies(origin);
}
