import type { Server } from "node:http";
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { createAdaptorServer } from "@hono/node-server";
import { cardPageOrigin } from "#platform/card-checkout/provider-words.ts";
import { provideTemplates } from "#ticketing/delivery/templates/provide-templates.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Config } from "./config.ts";
import { prepareDrain } from "./drain.ts";
import { createHttp, type HttpParts } from "./http.ts";
import { type JobRounds, type RunningJobs, startJobs } from "./job-runner.ts";
import { createMetrics, watchSecurity } from "./metrics.ts";
import type { Storage } from "./open-database.ts";
import { type CardKeys, type DemoServices, openServices } from "./open-services.ts";
import { createPages } from "./pages.ts";
import { createRenderingLimit } from "./rendering-limit.ts";
import { runNightlyBackup, siteJobs } from "./site-jobs.ts";
import { longestHeaders, longestRequest, maxHeaderSize } from "./slow-bodies.ts";

/** How long the process still answers behind a proxy, which checks `/healthz` every second (docs/operations.md). */
const pauseBehindProxyMs = 5000;
/** Milliseconds after which a stop ends the process, whatever still runs. */
const longestStopMs = 30_000;
/** How many connections may wait to be accepted; the system has its own limit (net.core.somaxconn). */
const longestQueue = 4096;

/** Tries the storage at the start, where wrong keys must show. The site can sell without pictures. */
async function tryPictures({ storage, log }: Pick<SiteServices, "storage" | "log">): Promise<void> {
  try {
    await storage.list()[Symbol.asyncIterator]().next();
  } catch (error) {
    log.error({ error: (error as Error).message }, "the bucket of pictures cannot be read");
  }
}

type SiteParts = {
  readonly config: Config;
  readonly dataDir: string;
  readonly project: string;
  /** When the process began, on its monotonic clock. */
  readonly startedAt: number;
  readonly storage: Storage;
  /** Opens demo mode; null in production. */
  readonly openDemo: ((about: DemoSetting) => Promise<Demo>) | null;
};

type DemoSetting = Pick<SiteParts, "config" | "dataDir" | "project"> & Pick<Storage, "ownerUrl">;

/** The additions of demo mode: doubles of outside services, answers under /_demo, the season. */
type Demo = DemoServices & {
  readonly cardKeys: CardKeys;
  readonly answer: NonNullable<HttpParts["demo"]>;
  prepare(site: SiteServices): Promise<void>;
  greeting(): string[];
  close(): Promise<void>;
};

/** Opens every adapter, listens, starts the jobs, and stops in order. */
export async function serveSite({
  config,
  dataDir,
  project,
  startedAt,
  storage,
  openDemo,
}: SiteParts): Promise<void> {
  const demo = openDemo ? await openDemo({ config, dataDir, project, ownerUrl: storage.ownerUrl }) : null;
  const cards: CardKeys = config.cardSecretKey
    ? {
        secretKey: config.cardSecretKey,
        webhookSecret: config.cardWebhookSecret ?? "",
        ...(config.cardApiBase ? { apiBase: config.cardApiBase } : {}),
      }
    : (demo?.cardKeys ?? { secretKey: "", webhookSecret: "" });
  const site = await openServices(
    config,
    { urls: storage.urls, dataDir, appSecret: storage.appSecret },
    cards,
    demo ?? {},
  );
  await provideTemplates(site);
  await demo?.prepare(site);
  let stopping = false;
  let jobs: RunningJobs | undefined;
  const paymentOrigin = config.cardSecretKey ? cardPageOrigin : null;
  const renderings = createRenderingLimit();
  const pages = createPages(site, { build, renderings, paymentOrigin });
  const metrics = createMetrics(site, config.metricsToken);
  watchSecurity(site.log, metrics);
  const http = createHttp({
    site,
    webhookStored: () => jobs?.runNow("notices"),
    pages,
    renderings,
    isHealthy: async () => !stopping && (await storage.isHealthy()),
    metrics,
    trustedProxies: config.trustedProxies,
    version: config.version,
    clientFolder: join(project, "build", "client"),
    demo: demo?.answer ?? null,
  });

  const server = createAdaptorServer({
    fetch: http.fetch,
    serverOptions: { requestTimeout: longestRequest, headersTimeout: longestHeaders, maxHeaderSize },
  });
  const drain = prepareDrain(server as Server);
  server.listen({ host: config.host, port: config.port, backlog: longestQueue });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  });
  site.database.started();
  if (config.pictureBucket) void tryPictures(site);
  const rounds: JobRounds = new Map();
  // with an external database, only a process that has the owner's login can make backups
  const backUp =
    storage.ownerUrl && config.backupTo !== null
      ? (signal: AbortSignal) => runNightlyBackup(dataDir, signal)
      : null;
  jobs = startJobs(siteJobs(site, rounds, backUp), site.log, rounds);
  console.log(`Estival: ${config.origin} (pornit în ${Math.round(performance.now() - startedAt)} ms)`);
  for (const line of demo?.greeting() ?? []) console.log(line);

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      // the kernel may send a second signal when the parent dies; one stop is enough
      if (stopping) return;
      stopping = true;
      void stop();
    });
  }

  async function stop(): Promise<void> {
    setTimeout(() => process.exit(1), longestStopMs).unref();
    await drain(config.trustedProxies > 0 ? pauseBehindProxyMs : 0);
    await jobs?.stop();
    await site.close();
    await demo?.close();
    await storage.close();
    process.exit(0);
  }
}
