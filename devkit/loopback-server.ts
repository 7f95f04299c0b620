import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";

/** A server on this machine alone (port 0: any free one). An answer that is thrown closes its connection. */
export async function openLoopbackServer(
  answer: (request: Request) => Promise<Response> | Response,
  port = 0,
) {
  const listener = getRequestListener(
    async (request, { incoming }) => {
      try {
        return await answer(request);
      } catch {
        incoming.socket.destroy();
        return new Response();
      }
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
}
