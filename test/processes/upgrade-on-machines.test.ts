/** Release 0.1.0 sells on two machines, and both are upgraded to this build, one after the other, as docs/operations.md says. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { findNginx } from "#devkit/evening/find-nginx.ts";
import { startNginx } from "#devkit/evening/start-proxy.ts";
import type { Uuid } from "#kernel/id.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { buyOne } from "#test/support/buy-over-http.ts";
import { findSystemPostgres } from "#test/support/debian-postgres.ts";
import { until } from "#test/support/embedded-owner.ts";
import { mayMakeMachines, openMachines } from "#test/support/machines.ts";
import { systemPrograms } from "#test/support/postgres-programs.ts";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { buildRelease } from "#test/support/release-build.ts";
import { startReplicatedPostgres } from "#test/support/replicated-postgres.ts";
import { freePort, launchSite } from "#test/support/site.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

/** The last commit of 0.1.0. */
const release = "b101d1c";
const system = findSystemPostgres();
const nginx = process.env.TEST_SCALE === "long" ? findNginx() : undefined;
const isAble = nginx !== undefined && system !== undefined && mayMakeMachines();
const old = isAble ? buildRelease(release) : undefined;
if (process.env.TEST_SCALE === "long" && !old)
  console.log(
    "upgrade on machines: skipped, it needs root, iproute2, nginx, PostgreSQL and the history of the project",
  );

const project = join(import.meta.dirname, "..", "..");

it.runIf(old !== undefined)(
  "two machines of the last release become two of this one while people buy: no purchase is lost or made twice, and everybody stays signed in (F50)",
  async () => {
    const { folder: oldFolder, remove } = old as NonNullable<typeof old>;
    onTestFinished(remove);
    const ports = { database: await freePort(), site: await freePort(), proxy: await freePort() };
    const origin = `http://127.0.0.1:${ports.proxy}`;
    const provider = await startProviderInTest({
      notifyUrl: `${origin}/webhooks/stripe`,
      noticeWaits: [0.2, 0.5, 1, 2, 4, 8],
    });
    onTestFinished(() => provider.close());
    const net = await openMachines(3, [ports.database, Number(new URL(provider.apiBase).port)]);
    onTestFinished(() => net.close());
    const [first, second, third] = net.machines;
    const servers = await startReplicatedPostgres(systemPrograms(system ?? ""), {
      machines: third ? [third] : [],
      port: ports.database,
    });
    onTestFinished(() => servers.stop());
    const { ownerUrl } = servers;
    const script = join(project, "test", "support", "run-release-season.ts");
    const question = JSON.stringify({ release: oldFolder, ownerUrl, people: 3000 });
    const { stdout } = await promisify(execFile)(process.execPath, [script, question]);
    const season = JSON.parse(stdout) as {
      night: Uuid;
      type: Uuid;
      tokens: string[];
    };

    const folder = mkdtempSync(join(tmpdir(), "estival-upgrade-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const start = async (at: 0 | 1, build: string) => {
      const site = await launchSite(
        {
          ...{ PORT: String(ports.site), PUBLIC_ORIGIN: origin, DATA_DIR: join(folder, `machine-${at}`) },
          DATABASE_URL: ownerUrl.replace("operator@", "app_login:login@"),
          ...{ APP_SECRET: "one secret for all processes of a site", ESTIVAL_DEMO_PUBLIC: "1" },
          ...{ STRIPE_SECRET_KEY: testKeys.secretKey, STRIPE_WEBHOOK_SECRET: testKeys.webhookSecret },
          ...{ STRIPE_API_BASE: provider.apiBase, PROVIDER_RATE: "500", TRUST_PROXY: "1", LOG_LEVEL: "warn" },
        },
        build,
        at === 0 ? first : second,
      );
      if (!(await site.isReady())) throw new Error(site.output());
      return site;
    };
    const oldBuild = join(oldFolder, "build");
    const sites = [await start(0, oldBuild), await start(1, oldBuild)];
    onTestFinished(async () => {
      await Promise.all(sites.map((site) => site.kill("SIGKILL")));
    });
    const upstreams = [first, second].map((machine) => `${machine?.address}:${ports.site}`);
    const proxy = await startNginx(nginx ?? "", { port: ports.proxy, upstreams, folder });
    onTestFinished(async () => {
      await proxy.end();
    });

    let isOver = false;
    const upgrade = (async () => {
      await pause(3000);
      await prepareDatabase({ ownerUrl, folder: "migrations", rolePrefix: "app", passwordOf: () => null });
      for (const at of [0, 1] as const) {
        expect(await sites[at]?.kill("SIGTERM")).toBe(0);
        sites[at] = await start(at, join(project, "build"));
      }
      await pause(3000);
      isOver = true;
    })();
    const buying: Promise<{ answer: string; took: number }>[] = [];
    for (let at = 0; !isOver && at < season.tokens.length; at += 1) {
      const begun = performance.now();
      const one = buyOne({ origin, provider }, { token: season.tokens[at] ?? "", at }, season);
      buying.push(
        one.then(
          (answer) => ({ answer, took: performance.now() - begun }),
          (error: Error) => ({ answer: String(error), took: 0 }),
        ),
      );
      await pause(100);
    }
    await upgrade;
    const bought = await Promise.all(buying);
    expect(bought.map(({ answer }) => answer).filter((answer) => answer !== "200 paid")).toEqual([]);
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    onTestFinished(() => owner.end());
    const tickets = async () =>
      Number((await owner.query("SELECT count(*)::int AS n FROM ticket_purchases")).rows[0].n);
    expect(await until(async () => (await tickets()) === bought.length, 60_000)).toBe(true);
    expect(await findViolations(owner, dataInvariants)).toEqual([]);
    // the first to buy did so at the last release
    const page = await fetch(`${origin}/profile`, {
      redirect: "manual",
      headers: { cookie: `session=${season.tokens[0]}` },
    });
    expect(page.status).toBe(200);
    const longest = Math.max(...bought.map(({ took }) => took));
    console.log(`upgrade on machines: ${bought.length} bought, the slowest in ${Math.round(longest)} ms`);
  },
  400_000,
);
