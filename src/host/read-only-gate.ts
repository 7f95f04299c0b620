import type { MiddlewareHandler } from "hono";
import { isReadOnly } from "#ticketing/events/stop.ts";
import type { StopCache } from "#ticketing/events/stop-cache.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The paths that still work while the whole site is read-only: gates admit people, payments under way are settled or
 * released, people sign in and out, administrators lift the stop and take the role from a member that keeps it up.
 */
const allowedPaths = [
  /^\/webhooks\//,
  /^\/gate(\/|$|\.data$)/,
  /^\/checkout\//,
  /^\/log(in|out)(\/|$|\.data$)/,
  /^\/auth\/session\/(refresh|login|logout|passkey-ask)$/,
  /^\/auth\/v1\/(token|logout)$/,
  /^\/admin\/status(\/|$|\.data$)/,
  /^\/admin\/team(\/|$|\.data$)/,
  /^\/_demo\//,
];

function mayGoOn(path: string, url: string): boolean {
  // the form of /login also sends the email for a new password, which is a change
  return allowedPaths.some((one) => one.test(path)) && new URL(url).searchParams.get("mode") !== "forgot";
}

/** Refuses every other change while the site is read-only. No other code does this. */
export function readOnlyGate(stops: Pick<StopCache, "stops">): MiddlewareHandler {
  return async (c, next) => {
    if (reading.has(c.req.method) || !isReadOnly(stops.stops) || mayGoOn(c.req.path, c.req.url))
      return next();
    c.header("retry-after", "60");
    return c.req.header("accept")?.includes("text/html") || !c.req.header("content-type")?.includes("json")
      ? c.text(requestTexts.readOnly, 503)
      : c.json({ error: requestTexts.readOnly }, 503);
  };
}
