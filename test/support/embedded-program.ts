/**
 * A whole program that owns an embedded server, for tests that kill it: takes the start options as JSON, prints one
 * line with the server's process number, and ends properly on SIGTERM.
 */
import {
  type EmbeddedServerOptions,
  startEmbeddedServer,
} from "#platform/database/embedded-server.server.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as EmbeddedServerOptions;
try {
  const server = await startEmbeddedServer(options);
  process.once("SIGTERM", () => void server.stop().then(() => process.exit(0)));
  setInterval(() => {}, 60_000);
  const { pid, socketDir, origin } = server;
  process.stdout.write(`${JSON.stringify({ pid, origin, ownerUrl: server.ownerUrl(), socketDir })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refusal: (error as Error).message })}\n`);
  process.exitCode = 1;
}
