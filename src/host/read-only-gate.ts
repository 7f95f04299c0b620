import type { MiddlewareHandler } from "hono";
import { isReadOnly } from "#ticketing/events/stop.ts";
import type { StopBoard } from "#ticketing/events/stop-board.server.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * What goes on while the whole site may only be read: gates admit, payments that were begun are settled or let go,
 * people sign in and out, and administrators lift the stop.
 */
const goesOn = [
  /^\/webhooks\//,
  /^\/gate(\/|$|\.data$)/,
  /^\/checkout\//,
  /^\/log(in|out)(\/|$|\.data$)/,
  /^\/auth\/session(\/|$)/,
  /^\/auth\/v1\/(token|logout)$/,
  /^\/admin\/status(\/|$|\.data$)/,
  /^\/_demo\//,
];

export const readOnlySentence =
  "Site-ul este doar pentru citire pentru moment: nu se poate schimba nimic. Biletele cumpărate rămân valabile. Încearcă din nou mai târziu.";

/** The one place where a site that may only be read refuses what would change it. */
export function readOnlyGate(stops: Pick<StopBoard, "stops">): MiddlewareHandler {
  return async (c, next) => {
    if (reading.has(c.req.method) || !isReadOnly(stops.stops) || goesOn.some((path) => path.test(c.req.path)))
      return next();
    c.header("retry-after", "60");
    return c.req.header("accept")?.includes("text/html") || !c.req.header("content-type")?.includes("json")
      ? c.text(readOnlySentence, 503)
      : c.json({ error: readOnlySentence }, 503);
  };
}
