import type { IncomingMessage } from "node:http";

type Hosts = { readonly origin: string; readonly mode: "demo" | "production" };

/** Monitoring calls these by IP address. The first reveals nothing, the second needs a token. */
const forAnyHost = new Set(["/healthz", "/metrics"]);
const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** Our own addresses have at most eight segments and 120 characters. The router's work grows with each segment. */
const mostSegments = 12;
const longestPath = 1024;

/**
 * The status with which a request is refused before anything else; undefined when it is not. Its path is longer than
 * any of ours (404), it names two hosts or a user (400), or a host that is not ours (421), such as another site's name
 * that resolves to our address so that its scripts could read our answers. In demo mode this machine's names count
 * as ours.
 */
export function createRequestRefusal({
  origin,
  mode,
}: Hosts): (incoming: IncomingMessage) => 400 | 404 | 421 | undefined {
  const { host, hostname, protocol } = new URL(origin);
  // our proxy may leave the port out, and clients may write the default port
  const ownHosts = new Set([host, hostname]);
  if (host === hostname) ownHosts.add(`${hostname}:${protocol === "https:" ? 443 : 80}`);
  const isLoopback = (name: string, port: number | undefined) =>
    loopbackNames.some((known) => name === `${known}:${port}` || (port === 80 && name === known));
  return (incoming) => {
    const { rawHeaders, headers, url = "" } = incoming;
    let hostHeaders = 0;
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hostHeaders += 1;
    if (hostHeaders > 1) return 400;
    if (isTooLong(url)) return 404;
    if (namesUser(url)) return 400;
    if (forAnyHost.has(url)) return undefined;
    // a DNS name may end with a dot
    const name = (nameIn(url) ?? headers.host?.toLowerCase() ?? "").replace(/\.(?=:|$)/, "");
    if (ownHosts.has(name)) return undefined;
    return mode === "demo" && isLoopback(name, incoming.socket.localPort) ? undefined : 421;
  };
}

/** Whether the path is too long. A backslash separates segments too, because URL reads it as a slash. */
function isTooLong(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  return path.length > longestPath || path.split(/[/\\]/, mostSegments + 2).length > mostSegments + 1;
}

/** Whether an absolute request address names a user or password, with which no request can be made. */
function namesUser(url: string): boolean {
  if (url.startsWith("/")) return false;
  const { username, password } = URL.parse(url) ?? { username: "", password: "" };
  return username !== "" || password !== "";
}

/** The host of an absolute request address, which overrides the Host header; undefined for a plain path. */
function nameIn(url: string): string | undefined {
  if (url.startsWith("/") || url === "*") return undefined;
  return URL.canParse(url) ? new URL(url).host : "";
}
