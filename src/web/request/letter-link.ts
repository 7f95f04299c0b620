/**
 * The address behind a letter's link. Opening it changes nothing: mail scanners open links too, and a token works once.
 * And it is told to nobody, neither by what the page loads nor by where its links lead.
 */

export function tokenOfLink(request: Request): string {
  return (new URL(request.url).searchParams.get("token") ?? "").slice(0, 200);
}

export const untoldHeaders = { "referrer-policy": "no-referrer" };
export const untoldMeta = { name: "referrer", content: "no-referrer" };
