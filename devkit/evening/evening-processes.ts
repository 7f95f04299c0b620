import { join } from "node:path";
import { freePort, type LaunchedSite, launchSite } from "#test/support/site.ts";
import { findNginx } from "./find-nginx.ts";
import { startNginx, startSmallProxy } from "./start-proxy.ts";

/** Milliseconds since 1970: the kill, and the first answer of the process that came in its place. */
export type Away = readonly [from: number, to: number];

export type EveningProcesses = {
  /** What stands before them: nothing before a single one where there is no nginx. */
  readonly proxy: "nginx" | "the small proxy" | undefined;
  /** Kills one with -9 and starts it again, as whoever supervises it would. Resolves with when it was away. */
  killOne(): Promise<Away>;
  /** Everything the processes said. */
  output(): string;
  stop(): Promise<void>;
};

/** So many server processes on one database, behind `port`. */
export async function startProcesses(
  count: number,
  { port, folder, env }: { port: number; folder: string; env: Record<string, string> },
): Promise<EveningProcesses> {
  const nginx = findNginx();
  const kind = nginx ? "nginx" : count === 1 ? undefined : "the small proxy";
  const ports = kind ? await Promise.all(Array.from({ length: count }, freePort)) : [port];
  const start = async (at: number): Promise<LaunchedSite> => {
    const site = await launchSite({
      ...env,
      PORT: String(ports[at]),
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      // one picture folder for all of them; the demo's own double and mailbox, which nobody uses, one each
      DATA_DIR: join(folder, `process-${at}`),
    });
    if (await site.isReady()) return site;
    await site.kill("SIGKILL");
    throw new Error(`a process did not start\n${site.output()}`);
  };
  const sites: LaunchedSite[] = [];
  const stopSites = () => Promise.all(sites.map((site) => site.stop()));
  try {
    for (const at of ports.keys()) sites.push(await start(at));
  } catch (error) {
    await stopSites();
    throw error;
  }
  let restarting: Promise<unknown> = Promise.resolve();
  const ended: string[] = [];
  const place = { port, upstreams: ports, folder };
  const proxy = nginx ? await startNginx(nginx, place) : kind && (await startSmallProxy(place));
  return {
    proxy: kind,
    async killOne() {
      const [victim] = sites;
      const killedAt = Date.now();
      await victim?.kill("SIGKILL");
      ended.push(victim?.output() ?? "");
      const another = start(0);
      restarting = another.catch(() => {});
      sites[0] = await another;
      return [killedAt, Date.now()];
    },
    output: () => [...ended, ...sites.map((site) => site.output())].join("\n"),
    async stop() {
      await restarting;
      await proxy?.end();
      await stopSites();
    },
  };
}
