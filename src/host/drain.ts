import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds in which a request that was on its way may still arrive. */
const lateRequest = 1000;

/**
 * Prepares a server to stop without cutting off an answer. The returned function does so: from its call on each
 * connection ends after its next answer. For `pauseMs` new connections are still answered, so that a proxy can learn
 * from `/healthz` to use another process. Then the server closes. Resolves when the last answer is sent. No connection
 * without a request keeps it open: browsers open such ones ahead, and Node waits for them.
 */
export function prepareDrain(server: Server): (pauseMs: number) => Promise<void> {
  const idle = new Set<Socket>();
  server.on("connection", (socket) => {
    idle.add(socket);
    socket.once("close", () => idle.delete(socket));
  });
  server.prependListener("request", ({ socket }, answer) => {
    idle.delete(socket);
    answer.once("close", () => socket.destroyed || idle.add(socket));
  });

  return async (pauseMs) => {
    server.prependListener("request", (_request, answer) => {
      answer.shouldKeepAlive = false;
    });
    if (pauseMs > 0) await pause(pauseMs);
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    // closes connections soon after an answer that had begun before this call
    server.keepAliveTimeout = 1;
    const late = setTimeout(() => {
      for (const socket of idle) socket.destroy();
    }, lateRequest);
    await ended;
    clearTimeout(late);
  };
}
