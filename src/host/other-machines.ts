import type { Server } from "node:net";

/**
 * Demo mode serves this machine only. HOST is checked before the start; a socket that was passed to us states its own
 * address.
 *
 * @throws when other machines can reach it, or when it has no address
 */
export function refuseOtherMachines(server: Server): void {
  const bound = server.address();
  // only this machine can reach a socket in the file system
  if (typeof bound === "string") return;
  if (bound && /^(?:127\.|::1$|::ffff:127\.)/.test(bound.address)) return;
  server.close();
  throw new Error(
    `demo mode serves this machine only, and the socket listens on ${bound?.address ?? "nobody knows what"}: ` +
      "bind it to 127.0.0.1, or set ESTIVAL_DEMO_PUBLIC=1",
  );
}
