import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection whose answers are not sent yet. Browsers, and proxies in front of us, send one after the other. */
const mostUnderWay = 4;

const underWay = new WeakMap<Socket, number>();

/**
 * Ends a connection that asks on before it reads: Node hands out requests as they come, and each answer would be made and
 * kept. True when this request is not to be answered.
 */
export function endUnreadAnswers({ socket }: IncomingMessage, outgoing: ServerResponse): boolean {
  const count = (underWay.get(socket) ?? 0) + 1;
  if (count > mostUnderWay) {
    socket.destroy();
    return true;
  }
  underWay.set(socket, count);
  outgoing.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
  return false;
}
