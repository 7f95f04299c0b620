import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * The address a request comes from: the socket's, or, behind `trusted` proxies of ours, the one that the outermost of
 * them wrote. What a client itself puts into X-Forwarded-For lies further left and is never looked at.
 */
export function clientAddress(c: Context, trusted: number): string {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? "unknown";
  if (trusted === 0) return socket;
  const hops = (c.req.header("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  return hops.at(-trusted) ?? socket;
}
