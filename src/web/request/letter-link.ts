/**
 * Returns the token in an email's link. A GET of the link must change nothing, because mail scanners open links too
 * and a token works once. The page must not leak the token through its resources or its links.
 */

export function tokenOfLink(request: Request): string {
  return (new URL(request.url).searchParams.get("token") ?? "").slice(0, 200);
}

export const noReferrerHeaders = { "referrer-policy": "no-referrer" };
export const noReferrerMeta = { name: "referrer", content: "no-referrer" };
