import { join } from "node:path";
import type { Machine } from "#test/support/machines.ts";
import { freePort, type LaunchedSite, launchSite } from "#test/support/site.ts";
import { startSmallProxy } from "#test/support/small-proxy.ts";
import { otherMachine } from "./child-script.ts";
import { findNginx, startNginx } from "./nginx.ts";

/** Milliseconds since 1970: the kill, and the first answer of the process that came in its place. */
export type Away = readonly [from: number, to: number];

/** What runs the site's processes: each may die and come back. */
type Supervised = {
  /** Kills one with -9; resolves when another has answered in its place. */
  killOne(): Promise<void>;
  output(): string;
  stop(): Promise<void>;
};

type ProcessesPlace = {
  readonly port: number;
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Where they run, each on its own; without any, all run here. */
  readonly machines: readonly Machine[];
};

/** So many server processes on one database, behind `port`. */
export async function startProcesses(count: number, { port, folder, env, machines }: ProcessesPlace) {
  const nginx = findNginx();
  if (!nginx && machines.length > 0) throw new Error("several machines need nginx before them");
  const kind = nginx ? "nginx" : count > 1 ? "the small proxy" : undefined;
  const ports = kind ? await Promise.all(Array.from({ length: count }, freePort)) : [port];
  const environments = ports.map((at, n) => ({
    ...env,
    PORT: String(at),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    // one picture folder for all of them; the demo's own double and mailbox, which nobody uses, one each
    DATA_DIR: join(folder, `process-${n}`),
  }));
  const supervised = await supervise(environments, machines);
  const upstreams = ports.map((at, n) => `${machines[n]?.address ?? "127.0.0.1"}:${at}`);
  const proxy = nginx
    ? await startNginx(nginx, { port, upstreams, folder })
    : kind && (await startSmallProxy({ port, upstreams: ports }, otherMachine));
  let coming: Promise<unknown> = Promise.resolve();
  return {
    /** What stands before them: nothing before a single one where there is no nginx. */
    proxy: kind,
    /** Kills one with -9 and starts it again, as a supervisor would. Resolves with when it was away. */
    async killOne(): Promise<Away> {
      const killedAt = Date.now();
      const another = supervised.killOne();
      coming = another.catch(() => {});
      await another;
      return [killedAt, Date.now()];
    },
    /** Everything the processes said. */
    output: () => supervised.output(),
    async stop() {
      await coming;
      await proxy?.end();
      await supervised.stop();
    },
  };
}

/** Starts each again that dies; of several, the others take what it would have got while it is away. */
async function supervise(
  environments: readonly Record<string, string>[],
  machines: readonly Machine[],
): Promise<Supervised> {
  const start = async (at: number): Promise<LaunchedSite> => {
    const on = machines[at];
    // the demo serves its own machine only, unless it is told otherwise
    const open: Record<string, string> = on ? { ESTIVAL_DEMO_PUBLIC: "1" } : {};
    const site = await launchSite({ ...environments[at], ...open }, undefined, on);
    if (await site.isReady()) return site;
    await site.kill("SIGKILL");
    throw new Error(`a process did not start\n${site.output()}`);
  };
  const sites: LaunchedSite[] = [];
  const ended: string[] = [];
  const stop = async () => {
    await Promise.all(sites.map((site) => site.stop()));
  };
  try {
    for (const at of environments.keys()) sites.push(await start(at));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async killOne() {
      const [victim] = sites;
      await victim?.kill("SIGKILL");
      ended.push(victim?.output() ?? "");
      sites[0] = await start(0);
    },
    output: () => [...ended, ...sites.map((site) => site.output())].join("\n"),
    stop,
  };
}
