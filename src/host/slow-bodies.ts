import type { IncomingMessage, ServerResponse } from "node:http";

/** What a body of words has, from its first byte to its last. */
const shortest = 30_000;
/** What a longer one has in addition: at 32 KB a second, a picture of 20 MB has eleven minutes. */
const leastBytesPerSecond = 32 * 1024;
/** Milliseconds after which Node ends what is still being received, whatever we think of it. */
export const longestRequest = 15 * 60_000;
export const longestHeaders = 20_000;

/**
 * Ends a connection whose body does not come: whoever sends a byte now and then would hold on to it, and to whatever
 * waits for the body, for as long as they like.
 */
export function endSlowBodies(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { shortestMs = shortest }: { shortestMs?: number } = {},
): void {
  const { "content-length": told, "transfer-encoding": chunked } = incoming.headers;
  if (incoming.complete || (chunked === undefined && !Number(told))) return;
  const patience = shortestMs + Math.min((Number(told ?? 0) / leastBytesPerSecond) * 1000, longestRequest);
  const timer = setTimeout(() => {
    const { socket } = incoming;
    if (incoming.complete || socket.destroyed) return;
    if (!outgoing.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    socket.destroySoon();
  }, patience);
  timer.unref();
  const stop = () => clearTimeout(timer);
  incoming.once("end", stop);
  incoming.once("close", stop);
}
