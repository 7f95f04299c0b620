/**
 * `node keep-socket.ts PORT PROGRAM [ARGUMENT...]`: listens on this port of 127.0.0.1 for a program, as systemd does
 * for a unit with a socket, and restarts the program whenever it ends, unless it failed.
 */
import { spawnSync } from "node:child_process";
import { createServer } from "node:net";

const [port, ...command] = process.argv.slice(2);
const server = createServer();
server.listen({ port: Number(port), host: "127.0.0.1", backlog: 511 }, () => {
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  // Waiting in the synchronous call keeps this process's event loop from accepting connections itself.
  let status: number | null = 0;
  while (status === 0 || status === null)
    ({ status } = spawnSync("/bin/sh", ["-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', "sh", ...command], {
      stdio: ["ignore", "inherit", "inherit", fd],
    }));
  process.exit(status);
});
