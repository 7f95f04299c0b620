import type { Identity } from "#platform/identity/identity.server.ts";
import type { OpenedSession } from "#platform/identity/login.server.ts";
import { knownBrowserCookie, readKnownBrowser } from "./known-browser-cookie.server.ts";
import { readSessionCookie, sessionCookie } from "./session-cookie.server.ts";

type Site = { readonly identity: Pick<Identity, "logout" | "knownBrowsers">; readonly origin: string };

/**
 * The Set-Cookie lines for a browser in which somebody has just signed in, in whatever way: the session's, and the mark
 * of a browser that is known from now on. The session that the browser brought, whosever it was, ends: its cookie is
 * about to be overwritten, and nobody could sign it out any more.
 */
export async function signedInCookies(
  { identity, origin }: Site,
  request: Request,
  { token, userId }: Pick<OpenedSession, "token" | "userId">,
): Promise<string[]> {
  const header = request.headers.get("cookie");
  const older = readSessionCookie(header, origin);
  if (older !== null) await identity.logout(older);
  return [
    sessionCookie(token, origin),
    knownBrowserCookie(identity.knownBrowsers.remember(readKnownBrowser(header, origin), userId), origin),
  ];
}
