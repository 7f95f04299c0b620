import type { Server } from "node:net";

/**
 * Demo mode serves this machine only. What HOST says is checked before the start; a socket that was handed over says
 * itself where it listens.
 *
 * @throws when others can reach it, or when it does not say
 */
export function refuseOtherMachines(server: Server): void {
  const bound = server.address();
  // a socket in the file system is nobody's but this machine's
  if (typeof bound === "string") return;
  if (bound && /^(?:127\.|::1$|::ffff:127\.)/.test(bound.address)) return;
  server.close();
  throw new Error(
    `demo mode serves this machine only, and the socket listens on ${bound?.address ?? "nobody knows what"}: ` +
      "bind it to 127.0.0.1, or set ESTIVAL_DEMO_PUBLIC=1",
  );
}
