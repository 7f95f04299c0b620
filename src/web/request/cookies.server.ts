import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid, type Uuid } from "#kernel/id.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { logout } from "#platform/identity/sessions/sessions.server.ts";
import { isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import { typedCode } from "#ticketing/events/typed-code.ts";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, endedCookie, readCookie } from "./own-cookie.server.ts";
import { safeReturn } from "./return-address.ts";

/** Remembers the code that lowers prices or opens hidden types. */
export function codeCookie(code: string, siteOrigin: string): string {
  return cookieLine("code", code, { siteOrigin });
}

/** The code that came with this request, as it is written in `vouchers`, whether it exists or not. Screens have the site's own origin. */
export function codeOfRequest(request: Request, siteOrigin = new URL(request.url).origin): string | null {
  return readCookie(request.headers.get("cookie"), "code", {
    siteOrigin,
    isOurs: (value) => typedCode(value) === value,
  });
}

/**
 * The Set-Cookie line that keeps, in the browser that asked for a new password, the path that signing in interrupted; with
 * none it removes what was kept. The email's link does not carry it: a mistyped address is a stranger's.
 */
export function interruptedCookie(returnTo: string | undefined, siteOrigin: string): string {
  const page = safeReturn(returnTo);
  if (page === "/") return endedCookie("interrupted", siteOrigin);
  return cookieLine("interrupted", Buffer.from(page).toString("base64url"), { siteOrigin });
}

/** That path in a Cookie header, or "/". Never throws, whatever was sent. */
export function readInterrupted(header: string | null, siteOrigin: string): string {
  const kept = readCookie(header, "interrupted", {
    siteOrigin,
    isOurs: (sent) => /^[\w-]{1,2000}$/.test(sent),
  });
  return safeReturn(kept && Buffer.from(kept, "base64url").toString("utf8"));
}

const longestMark = 200;

/** The token of a browser that signed in before, as it was sent; the accounts module checks it. */
export function readKnownBrowser(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "known-browser", { siteOrigin, isOurs: ({ length }) => length <= longestMark });
}

/** The Set-Cookie line of the token. It gives no access and outlives the session. */
export function knownBrowserCookie(token: string, siteOrigin: string): string {
  return cookieLine("known-browser", token, { siteOrigin });
}

/** A sign-in with Google or Apple that this browser has begun. Only this browser can end it. */
export type ProviderLogin = {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The path that the login interrupted. */
  readonly returnTo: string;
};

type Ours = { readonly secret: string; readonly siteOrigin: string; readonly now: () => Date };

const shape = /^[\w-]{1,4000}\.[\w-]{43}$/;

/** The Set-Cookie line; what it keeps is signed, and good for `durations.providerSignIn`. */
export function providerLoginCookie(login: ProviderLogin, { secret, siteOrigin, now }: Ours): string {
  const { provider, state, nonce, verifier, returnTo } = login;
  const until = Math.floor(now().getTime() / 1000) + durations.providerSignIn;
  const kept = Buffer.from(JSON.stringify([provider, state, nonce, verifier, returnTo, until])).toString(
    "base64url",
  );
  return cookieLine("provider-login", `${kept}.${signatureOf(secret, kept)}`, { siteOrigin });
}

/** The sign-in in a Cookie header; null when there is none that we signed, or it is over. Never throws. */
export function readProviderLogin(
  header: string | null | undefined,
  { secret, siteOrigin, now }: Ours,
): ProviderLogin | null {
  const value = readCookie(header, "provider-login", { siteOrigin, isOurs: (sent) => shape.test(sent) });
  const [kept = "", signature = ""] = value?.split(".") ?? [];
  const [right, sent] = [Buffer.from(signatureOf(secret, kept)), Buffer.from(signature)];
  if (value === null || right.length !== sent.length || !timingSafeEqual(right, sent)) return null;
  const [provider, state, nonce, verifier, returnTo, until] = JSON.parse(
    Buffer.from(kept, "base64url").toString("utf8"),
  ) as [string, string, string, string, string, number];
  if (now().getTime() / 1000 > until) return null;
  return { provider, state, nonce, verifier, returnTo: safeReturn(returnTo) };
}

function signatureOf(secret: string, kept: string): string {
  return createHmac("sha256", secret).update(`provider-login\0${kept}`).digest("base64url");
}

/** What a browser keeps of the registration that was sent from it. */
export type KeptRegistration = {
  /** There the link of the email needs no password. The database stores its hash. */
  readonly browser: string;
  /** As it was typed, whether there is an account or not: it tells nothing that this browser did not write. */
  readonly email: string;
  /** The path that the registration interrupted, or "/". */
  readonly returnTo: string;
};

export function registrationCookie(
  { browser, email, returnTo }: KeptRegistration,
  siteOrigin: string,
): string {
  const rest = Buffer.from(JSON.stringify([email, returnTo])).toString("base64url");
  return cookieLine("registration", `${browser}.${rest}`, { siteOrigin });
}

/** The registration in a Cookie header; null when there is none of ours. Never throws, whatever was sent. */
export function readRegistrationCookie(header: string | null, siteOrigin: string): KeptRegistration | null {
  const value = readCookie(header, "registration", {
    siteOrigin,
    isOurs: (sent) => isTokenShaped(sent.split(".", 1)[0] ?? ""),
  });
  if (value === null) return null;
  const [browser = "", rest = ""] = value.split(".", 2);
  // a build before this one wrote the token alone
  const kept = rest === "" ? undefined : readRest(rest);
  return { browser, email: kept?.[0] ?? "", returnTo: safeReturn(kept?.[1]) };
}

function readRest(rest: string): [string, string] | undefined {
  try {
    const [email, returnTo, ...more]: unknown[] = JSON.parse(Buffer.from(rest, "base64url").toString("utf8"));
    const isOurs = typeof email === "string" && email.length <= 500 && typeof returnTo === "string";
    return isOurs && more.length === 0 ? [email, returnTo] : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a place in a night's waiting room, so that polling it needs no look-up of the session. */
export function roomCookie(placeId: string, siteOrigin: string): string {
  return cookieLine("room_place", placeId, { siteOrigin });
}

export function readRoomCookie(header: string | null | undefined, siteOrigin: string): Uuid | undefined {
  const found = readCookie(header, "room_place", { siteOrigin, isOurs: isUuid });
  return isUuid(found) ? found : undefined;
}

/** The token of a sign-in that waits for its second factor; it gives no access without a code. */
export function secondStepCookie(stepToken: string, siteOrigin: string): string {
  return cookieLine("second-step", stepToken, { siteOrigin });
}

/** The token in a Cookie header, or null. */
export function readSecondStep(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "second-step", { siteOrigin, isOurs: isTokenShaped });
}

/** The session token in a Cookie header; null when there is none of ours. Never throws, whatever was sent. */
export function readSessionCookie(header: string | null, siteOrigin: string): string | null {
  return readCookie(header, "session", { siteOrigin, isOurs: isTokenShaped });
}

/** The Set-Cookie line of a new session. The browser keeps it as long as any session may live; the database decides. */
export function sessionCookie(token: string, siteOrigin: string): string {
  return cookieLine("session", token, { siteOrigin });
}

type Site = { readonly identity: Pick<Identity, "database" | "knownBrowsers">; readonly origin: string };

/**
 * The Set-Cookie lines for a browser in which a person has just signed in, in whatever way: the session's, and the
 * token of a browser that is known from now on. The session that the browser sent ends, also another person's: its cookie
 * is overwritten, so nobody could sign it out any more.
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
