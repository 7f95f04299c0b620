import { once } from "node:events";
import type { Server } from "node:http";
import { connect, createServer, type Server as NetServer } from "node:net";

/** Where a server listens; with port 0 the system chooses one. */
export type Address = { readonly hostname: string; readonly port: number };

/**
 * A listening socket gives the event loop one newcomer a turn. In a rush a turn takes some milliseconds, and whoever comes
 * on a connection for each request, as from a proxy that keeps none, would stand outside for seconds. The kernel spreads
 * newcomers over all sockets that share a port.
 */
const sockets = 16;

/**
 * Has an HTTP server listen by several sockets, and resolves with those beside its own once all do. Rejects as `listen`
 * itself does: with EADDRINUSE when somebody listens there already. Where ports cannot be shared there is one socket.
 */
export async function listen(server: Server, { hostname, port }: Address): Promise<NetServer[]> {
  if (process.platform !== "linux") {
    await listening(server, { host: hostname, port });
    return [];
  }
  // a port may be shared by any process of the same user, and a second site there would take half of our visitors
  if (port !== 0 && (await isAnswering(hostname, port)))
    throw Object.assign(new Error(`listen EADDRINUSE: address already in use ${hostname}:${port}`), {
      code: "EADDRINUSE",
    });
  await listening(server, { host: hostname, port, reusePort: true });
  const address = server.address();
  const shared = {
    host: hostname,
    port: typeof address === "object" && address ? address.port : port,
    reusePort: true,
  };
  const others = Array.from({ length: sockets - 1 }, () =>
    // as the HTTP server makes its own connections
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket)),
  );
  await Promise.all(others.map((other) => listening(other, shared)));
  return others;
}

async function listening(server: NetServer, options: object): Promise<void> {
  const isUp = once(server, "listening");
  server.listen(options);
  await isUp;
}

function isAnswering(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
