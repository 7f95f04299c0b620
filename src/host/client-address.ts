import { isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * The client's address: that of the socket or, behind `trustedProxies` proxies of ours, the address that the outermost
 * proxy added to X-Forwarded-For. Entries that the client wrote stand further left and are never read. If the entry is no
 * address, the socket's address counts.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? "unknown";
  if (trustedProxies === 0) return socket;
  const hops = (c.req.header("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  return addressIn(hops.at(-trustedProxies) ?? "") ?? socket;
}

/** The address in one entry of X-Forwarded-For, which may have a port, brackets (IPv6) and quotes. */
function addressIn(hop: string): string | undefined {
  if (isIP(hop) !== 0) return hop;
  const bare = hop.replace(/^"(.*)"$/, "$1");
  const found = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  return isIP(found) === 0 ? undefined : found;
}
