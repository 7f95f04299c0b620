import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export type Farewell = {
  /** How long the server goes on, so that the proxy before it learns from `/healthz` that others must be asked. */
  readonly lingerMs: number;
  /** How long connections on which nothing happens may end by themselves after the door was shut. */
  readonly keptMs: number;
};

/**
 * A turn of the event loop in which nothing at all happened, and how long nobody came before it: whoever comes after its
 * look at the door and before the door is shut is cut off, and people come in bursts. Under endless load we wait for such
 * a turn as long as `longestWaitMs`, and then content ourselves with one in which hardly anybody can have come.
 */
const emptyTurnMs = 0.05;
const lullMs = 3;
const longestWaitMs = 1000;
const quickTurnMs = 0.5;
const mostTurns = 20_000;

/**
 * Ends a server without breaking off an answer: each answer from now on is the last of its connection, and after
 * `lingerMs` nobody is taken any more. It resolves when the last answer is out, and every kept connection has carried
 * its last request, was closed by whoever kept it, or was silent for `keptMs`.
 */
export async function drain(server: Server, { lingerMs, keptMs }: Farewell): Promise<void> {
  server.prependListener("request", (_request, answer) => {
    answer.shouldKeepAlive = false;
  });
  if (lingerMs > 0) await pause(lingerMs);
  // a function is compiled when it is first called, which takes longer than all that happens between look and shutting
  NetServer.prototype.close.call(new NetServer(), () => {});
  const { shut, ended } = shutAfterEmptyTurn(server);
  await shut;
  await Promise.race([ended, pause(keptMs, undefined, { ref: false })]);
  // a connection whose answer was under way is closed soon after it
  server.keepAliveTimeout = 1;
  server.closeIdleConnections();
  await ended;
}

/**
 * Closing the door cuts off whoever the kernel has greeted and the process has not yet taken in. The event loop takes in
 * at least one newcomer a turn where there are any: after an empty turn nobody stands outside. The door is shut at the
 * very end of that turn, in the same call: whatever lies between is time for somebody to come.
 *
 * `shut` resolves when the door is, `ended` when the last connection has ended too.
 */
function shutAfterEmptyTurn(server: Server): { readonly shut: Promise<void>; readonly ended: Promise<void> } {
  const shut = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let came = 0;
  const count = () => {
    came++;
  };
  server.on("connection", count);
  const since = performance.now();
  let lastCame = since;
  let lateTurns = 0;
  let before = came;
  let begun = since;
  setImmediate(function endOfTurn() {
    const now = performance.now();
    const took = came === before ? now - begun : Number.POSITIVE_INFINITY;
    if (came !== before) lastCame = now;
    const isLate = now - since > longestWaitMs;
    const isEmpty = isLate ? took < quickTurnMs : took < emptyTurnMs && now - lastCame >= lullMs;
    if (isEmpty || lateTurns === mostTurns) {
      // the door alone: the HTTP server's own way to close would also cut idle connections, on one of which a request
      // may just be arriving
      NetServer.prototype.close.call(server, () => ended.resolve());
      server.off("connection", count);
      return shut.resolve();
    }
    if (isLate) lateTurns++;
    before = came;
    begun = performance.now();
    setImmediate(endOfTurn);
  });
  return { shut: shut.promise, ended: ended.promise };
}
