import type { IncomingMessage } from "node:http";

type Hosts = { readonly origin: string; readonly mode: "demo" | "production" };

/** Asked by programs that watch us by our number in the network; one gives nothing away, the other wants a token. */
const forAnyHost = new Set(["/healthz", "/metrics"]);
const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Why a request is not answered, whatever it asks for, or undefined: it names two hosts (400), or one that is not ours
 * (421), as when another site's name leads to our address, so that its scripts could read what we answer. Ours is the
 * public one; in demo mode also this machine's, with the port that was asked.
 */
export function createRequestRefusal({
  origin,
  mode,
}: Hosts): (incoming: IncomingMessage) => 400 | 421 | undefined {
  const { host, hostname } = new URL(origin);
  // a proxy of ours may leave the port out
  const ours = new Set([host, hostname]);
  const isLoopback = (name: string, port: number | undefined) =>
    loopbackNames.some((known) => name === `${known}:${port}` || (port === 80 && name === known));
  return (incoming) => {
    const { rawHeaders, headers, url = "" } = incoming;
    let named = 0;
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") named += 1;
    if (named > 1) return 400;
    if (forAnyHost.has(url)) return undefined;
    const name = nameIn(url) ?? headers.host?.toLowerCase() ?? "";
    if (ours.has(name)) return undefined;
    return mode === "demo" && isLoopback(name, incoming.socket.localPort) ? undefined : 421;
  };
}

/** The host of an address that is written out with one: it wins over the header. */
function nameIn(url: string): string | undefined {
  if (url.startsWith("/") || url === "*") return undefined;
  return URL.canParse(url) ? new URL(url).host : "";
}
