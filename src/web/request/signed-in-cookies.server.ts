import type { Identity } from "#platform/identity/identity.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { logout } from "#platform/identity/sessions/sessions.server.ts";
import { knownBrowserCookie, readKnownBrowser } from "./known-browser-cookie.server.ts";
import { readSessionCookie, sessionCookie } from "./session-cookie.server.ts";

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
    await guestCookie({ identity, origin }, request, token),
    knownBrowserCookie(identity.knownBrowsers.remember(readKnownBrowser(header, origin), userId), origin),
  ];
}

/** The Set-Cookie line for a browser in which a guest's session was just opened. The one that it sent ends as well. */
export async function guestCookie(
  { identity, origin }: Pick<Site, "origin"> & { readonly identity: Pick<Identity, "database"> },
  request: Request,
  token: string,
): Promise<string> {
  const older = readSessionCookie(request.headers.get("cookie"), origin);
  if (older !== null) await logout(identity, older);
  return sessionCookie(token, origin);
}
