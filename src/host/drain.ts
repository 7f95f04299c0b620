import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** How long kept connections may end by themselves after the door was shut. */
const farewellMs = 300;

/**
 * Ends a server without breaking off an answer. It goes on for `lingerMs`, so that the proxy before us learns from
 * `/healthz` that others must be asked; each answer from now on is the last of its connection. Then nobody is taken any
 * more, and it resolves when the last answer is out.
 */
export async function drain(server: Server, lingerMs: number): Promise<void> {
  server.prependListener("request", (_request, answer) => {
    answer.shouldKeepAlive = false;
  });
  if (lingerMs > 0) await pause(lingerMs);
  // the door alone: the HTTP server's own way to close would also cut idle connections, on one of which a request may
  // just be arriving. They end by an answer, or in a moment.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  await pause(farewellMs);
  // a connection whose answer was under way is closed soon after it
  server.keepAliveTimeout = 1;
  server.closeIdleConnections();
  await closed;
}
