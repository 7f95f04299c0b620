import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { advisedNginx, type NginxPlace } from "./advised-nginx.ts";

export type EveningProxy = { end(): Promise<unknown> };

/** nginx as docs/operations.md sets it up. */
export async function startNginx(nginx: string, place: NginxPlace): Promise<EveningProxy> {
  const file = join(place.folder, "nginx.conf");
  writeFileSync(file, advisedNginx(place));
  const child = spawn(nginx, ["-e", join(place.folder, "nginx.log"), "-c", file], { stdio: "inherit" });
  const withUs = () => child.kill("SIGKILL");
  process.once("exit", withUs);
  const ended = once(child, "exit");
  while (!(await answers(place.port))) {
    if (child.exitCode !== null) throw new Error("nginx did not start");
    await pause(20);
  }
  return {
    async end() {
      child.kill("SIGTERM");
      await ended;
      process.off("exit", withUs);
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
