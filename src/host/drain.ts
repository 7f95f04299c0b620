import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** How long kept connections may end by themselves after the door was shut. */
const farewellMs = 300;

/** A turn of the event loop in which hardly anybody can have come meanwhile; under endless load the door shuts anyhow. */
const quickTurnMs = 0.5;
const mostTurns = 20_000;

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
  await newcomersTakenIn(server);
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

/**
 * Closing the door cuts off whoever the kernel has greeted and the process has not yet taken in. The event loop takes in
 * at least one newcomer a turn where there are any: after a quick turn that brought nobody, nobody stands outside.
 */
async function newcomersTakenIn(server: Server): Promise<void> {
  let came = 0;
  const count = () => {
    came++;
  };
  server.on("connection", count);
  for (let turn = 0; turn < mostTurns; turn++) {
    const before = came;
    const begun = performance.now();
    await new Promise(setImmediate);
    if (came === before && performance.now() - begun < quickTurnMs) break;
  }
  server.off("connection", count);
}
