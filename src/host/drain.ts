import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Stops a server without cutting off an answer. From now on each connection ends after its next answer. For `pauseMs`
 * new connections are still answered, so that a proxy can learn from `/healthz` to use another process. Then the
 * server closes. Resolves when the last answer is sent.
 */
export async function drain(server: Server, pauseMs: number): Promise<void> {
  server.prependListener("request", (_request, answer) => {
    answer.shouldKeepAlive = false;
  });
  if (pauseMs > 0) await pause(pauseMs);
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  // closes connections soon after an answer that had begun before this call
  server.keepAliveTimeout = 1;
  await ended;
}
