import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Ends a server without breaking off an answer. It goes on for `lingerMs`, so that the proxy before us learns from
 * `/healthz` that others must be asked; each answer from now on is the last of its connection. Then nobody is taken any
 * more, and it resolves when the last answer is out.
 */
export async function drain(server: Server, lingerMs: number): Promise<void> {
  server.prependListener("request", (_request, answer) => {
    answer.shouldKeepAlive = false;
  });
  // a connection whose answer was under way before that is closed soon after it
  server.keepAliveTimeout = 1;
  if (lingerMs > 0) await pause(lingerMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
