/**
 * The token in an email's link. Opening the link changes nothing: mail scanners open links too, and a token works once.
 * The page leaks it neither through what it loads nor through where its links lead.
 */

export function tokenOfLink(request: Request): string {
  return (new URL(request.url).searchParams.get("token") ?? "").slice(0, 200);
}

export const noReferrerHeaders = { "referrer-policy": "no-referrer" };
export const noReferrerMeta = { name: "referrer", content: "no-referrer" };
