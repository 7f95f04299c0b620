import type { IncomingMessage, ServerResponse } from "node:http";

/** Milliseconds for a text body, from its first byte to its last. */
const textBodyMs = 30_000;
/** A longer body gets more time at this rate: a picture of 20 MB gets eleven minutes. */
const leastBytesPerSecond = 32 * 1024;
/** Milliseconds after which Node itself ends a request that is still being received. */
export const longestRequest = 15 * 60_000;
export const longestHeaders = 20_000;
/** Bytes of a request's address and headers together, whatever NODE_OPTIONS says. Ours have a few kilobytes. */
export const maxHeaderSize = 16 * 1024;

/** Ends a connection whose body does not arrive in time; else a byte now and then would hold it for ever. */
export function endSlowBodies(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { shortestMs = textBodyMs }: { shortestMs?: number } = {},
): void {
  const { "content-length": contentLength, "transfer-encoding": chunked } = incoming.headers;
  if (incoming.complete || (chunked === undefined && !Number(contentLength))) return;
  const timeoutMs =
    shortestMs + Math.min((Number(contentLength ?? 0) / leastBytesPerSecond) * 1000, longestRequest);
  const timer = setTimeout(() => {
    const { socket } = incoming;
    if (incoming.complete || socket.destroyed) return;
    if (!outgoing.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    socket.destroySoon();
  }, timeoutMs);
  timer.unref();
  const stop = () => clearTimeout(timer);
  incoming.once("end", stop);
  incoming.once("close", stop);
}
