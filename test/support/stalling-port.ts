import { connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { onTestFinished } from "vitest";
import { freePort } from "./site.ts";

/** A port that leads to a database server until it stands still: then nothing passes any more, and no connection ends. */
export async function openStallingPort(ownerUrl: string) {
  const { host, port: socketPort } = new pg.Client({ connectionString: ownerUrl });
  const open = new Set<Socket>();
  let isStill = false;
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${socketPort}`);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => void (socket === near ? far : near).destroy());
    }
    if (isStill) return;
    near.pipe(far);
    far.pipe(near);
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return {
    port,
    /** Connections that are open now, and those that come, get nothing. */
    standStill() {
      isStill = true;
      for (const socket of open) socket.unpipe().pause();
    },
    /** New connections are served again; the old ones stay as they are. */
    goOn() {
      isStill = false;
    },
  };
}
