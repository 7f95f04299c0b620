import { recordSecurityEvent } from "#ticketing/journal/record-security-event.server.ts";
import type { SiteServices } from "./site-services.ts";

const loopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * Whether a request that changes something comes from our own pages. Browsers send Origin or Sec-Fetch-Site. A
 * program that sends neither carries no cookie by accident, so it may pass. On loopback all loopback names are ours.
 */
export function isFromUs(request: { method: string; headers: Headers }, siteOrigin: string): boolean {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return true;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  // a page that hides its address sends the origin "null", even to its own site; Sec-Fetch-Site shows whether it is
  // ours
  if (origin === "null") return site === "same-origin";
  if (origin !== null)
    return (
      origin === siteOrigin ||
      (loopback.test(siteOrigin) && loopback.test(origin) && portOf(origin) === portOf(siteOrigin))
    );
  return site === null || site === "same-origin" || site === "none";
}

function portOf(origin: string): string {
  return new URL(origin).port;
}

/** Records that a page of another site sent a form here. The answer does not wait for it. */
export async function noteRefusedOrigin(
  { database, log }: Pick<SiteServices, "database" | "log">,
  request: Pick<Request, "url">,
): Promise<void> {
  // a path may contain any text; our own paths have only these characters
  const [path = null] = /^\/[\w/.-]{0,100}$/.exec(new URL(request.url).pathname) ?? [];
  await recordSecurityEvent(database.identity, {
    kind: "origin_refused",
    personId: null,
    actorId: null,
    detail: path,
  }).catch((error: unknown) => log.warn({ error: String(error) }, "a refused origin was not written down"));
}
