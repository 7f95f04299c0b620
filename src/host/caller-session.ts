import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { findBearer } from "#platform/identity/tokens/token-session.server.ts";
import { readSessionCookie } from "#web/request/cookies.server.ts";
import { isFromUs, noteRefusedOrigin } from "#web/request/origin-check.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/**
 * The session of a call, as the hash that acts look up: from a bearer (an access token of /auth/v1 or a session
 * token), else from the cookie. Browsers send the cookie from another site's page too, so it counts from our own
 * origin only. A bearer is always sent on purpose.
 */
export async function findCallerSession(
  site: SiteServices,
  request: Request,
): Promise<Outcome<string, "not_from_us" | "not_signed_in">> {
  const bearer = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (bearer?.includes(".")) {
    const session = await findBearer(site.tokens, bearer);
    // a person who has not yet shown their second factor is not signed in
    return session.ok && session.value.isComplete
      ? done(session.value.sessionHash)
      : refused("not_signed_in");
  }
  if (bearer === undefined && !isFromUs(request, site.origin)) {
    await noteRefusedOrigin(site, request);
    return refused("not_from_us");
  }
  const token = bearer ?? readSessionCookie(request.headers.get("cookie"), site.origin);
  return token ? done(hashOfToken(token)) : refused("not_signed_in");
}
