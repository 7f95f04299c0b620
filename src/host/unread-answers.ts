import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many requests of one connection may be unanswered. Browsers and our proxies send one after the other. */
const mostUnderWay = 4;

const unansweredRequests = new WeakMap<Socket, number>();

/**
 * Ends a connection that sends more requests without reading its answers. Node hands out every request as it comes,
 * and all the answers would be kept in memory. True when this request must not be answered.
 */
export function endUnreadAnswers({ socket }: IncomingMessage, outgoing: ServerResponse): boolean {
  const count = (unansweredRequests.get(socket) ?? 0) + 1;
  if (count > mostUnderWay) {
    socket.destroy();
    return true;
  }
  unansweredRequests.set(socket, count);
  outgoing.once("close", () => unansweredRequests.set(socket, (unansweredRequests.get(socket) ?? 1) - 1));
  return false;
}
