import type { IncomingMessage } from "node:http";

type Hosts = { readonly origin: string; readonly mode: "demo" | "production" };

/** Monitoring calls these by IP address; the first reveals nothing, the second needs a token. */
const forAnyHost = new Set(["/healthz", "/metrics"]);
const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** Our own addresses have at most eight segments and some 120 characters; the router tries each segment again. */
const mostSteps = 12;
const longestPath = 1024;

/**
 * Why a request is not answered, whatever it wants, or undefined: its path is longer than any of ours (404), it names
 * two hosts (400), or one that is not ours (421), as when another site's name resolves to our address so that its
 * scripts could read our answers. Our hosts are the public one and, in demo mode, this machine's with the port of the
 * request.
 */
export function createRequestRefusal({
  origin,
  mode,
}: Hosts): (incoming: IncomingMessage) => 400 | 404 | 421 | undefined {
  const { host, hostname, protocol } = new URL(origin);
  // a proxy of ours may leave the port out, and clients may write out the usual one
  const ours = new Set([host, hostname]);
  if (host === hostname) ours.add(`${hostname}:${protocol === "https:" ? 443 : 80}`);
  const isLoopback = (name: string, port: number | undefined) =>
    loopbackNames.some((known) => name === `${known}:${port}` || (port === 80 && name === known));
  return (incoming) => {
    const { rawHeaders, headers, url = "" } = incoming;
    let named = 0;
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") named += 1;
    if (named > 1) return 400;
    if (isTooLong(url)) return 404;
    if (forAnyHost.has(url)) return undefined;
    // a name of the DNS may end with its root, a dot
    const name = (nameIn(url) ?? headers.host?.toLowerCase() ?? "").replace(/\.(?=:|$)/, "");
    if (ours.has(name)) return undefined;
    return mode === "demo" && isLoopback(name, incoming.socket.localPort) ? undefined : 421;
  };
}

/** A URL reads a backslash as a slash. */
function isTooLong(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  return path.length > longestPath || path.split(/[/\\]/, mostSteps + 2).length > mostSteps + 1;
}

/** The host of an address that is written in full: it wins over the header. */
function nameIn(url: string): string | undefined {
  if (url.startsWith("/") || url === "*") return undefined;
  return URL.canParse(url) ? new URL(url).host : "";
}
