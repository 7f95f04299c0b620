import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findNginx, startNginx } from "#devkit/lab/evening/nginx.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import type { AtTheEnd } from "./database.ts";
import { findSystemPostgres } from "./debian-postgres.ts";
import { mayMakeMachines, openMachines } from "./machines.ts";
import { systemPrograms } from "./postgres-programs.ts";
import { startProviderInTest, testKeys } from "./provider-in-test.ts";
import { startReplicatedPostgres } from "./replicated-postgres.ts";
import { freePort, type LaunchedSite, launchSite } from "./site.ts";

/** Whether this is the long run, on a system where two machines can be made; says what it needs where it cannot. */
export function mayOpenTwoMachines(test: string): boolean {
  if (process.env.TEST_SCALE !== "long") return false;
  const isAble = findSystemPostgres() !== undefined && mayMakeMachines() && findNginx() !== undefined;
  if (!isAble) console.log(`${test}: skipped, it needs root, iproute2, nginx and PostgreSQL of the system`);
  return isAble;
}

/**
 * Two machines for the site and one for the database, with an address of their own each; the card provider and nginx, as
 * docs/operations.md advises it, stand before them. No process of the site runs yet.
 */
export async function openTwoMachines(atTheEnd: AtTheEnd) {
  const ports = { database: await freePort(), site: await freePort(), proxy: await freePort() };
  const origin = `http://127.0.0.1:${ports.proxy}`;
  const provider = await startProviderInTest({
    notifyUrl: `${origin}/webhooks/stripe`,
    noticeWaits: [0.2, 0.5, 1, 2, 4, 8, 16],
  });
  atTheEnd(() => provider.close());
  const net = await openMachines(3, [ports.database, Number(new URL(provider.apiBase).port)]);
  atTheEnd(() => net.close());
  const [first, second, third] = net.machines;
  if (!first || !second || !third) throw new Error("a machine is missing");
  const servers = await startReplicatedPostgres(systemPrograms(findSystemPostgres() ?? ""), {
    machines: [third],
    port: ports.database,
  });
  atTheEnd(() => servers.stop());
  const folder = mkdtempSync(join(tmpdir(), "estival-machines-"));
  atTheEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const upstreams = [first, second].map(({ address }) => `${address}:${ports.site}`);
  const proxy = await startNginx(findNginx() ?? "", { port: ports.proxy, upstreams, folder });
  atTheEnd(async () => {
    await proxy.end();
  });
  const sites: LaunchedSite[] = [];
  atTheEnd(async () => {
    await Promise.all(sites.map((site) => site.kill("SIGKILL")));
  });
  return {
    origin,
    provider,
    first,
    second,
    third,
    folder,
    ownerUrl: servers.ownerUrl,
    /** Runs the site on one of the first two machines. Resolves when it can sell. */
    async start(
      at: 0 | 1,
      { build, env = {} }: { build?: string; env?: Record<string, string> } = {},
    ): Promise<LaunchedSite> {
      const site = await launchSite(
        {
          PORT: String(ports.site),
          PUBLIC_ORIGIN: origin,
          DATA_DIR: join(folder, `machine-${at}`),
          DATABASE_URL: loginAddresses(servers.ownerUrl, "app").public,
          APP_SECRET: "one secret for all processes of a site",
          ESTIVAL_DEMO_PUBLIC: "1",
          STRIPE_SECRET_KEY: testKeys.secretKey,
          STRIPE_WEBHOOK_SECRET: testKeys.webhookSecret,
          STRIPE_API_BASE: provider.apiBase,
          PROVIDER_RATE: "500",
          TRUST_PROXY: "1",
          LOG_LEVEL: "warn",
          ...env,
        },
        build,
        at === 0 ? first : second,
      );
      sites.push(site);
      if (!(await site.isReady())) throw new Error(site.output());
      return site;
    },
  };
}
