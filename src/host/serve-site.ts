import type { Server } from "node:http";
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { createAdaptorServer } from "@hono/node-server";
import { provideTemplates } from "#ticketing/delivery/templates/provide-templates.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Config } from "./config.ts";
import { drain } from "./drain.ts";
import { followChanges } from "./follow-changes.ts";
import { createHttp, type HttpParts } from "./http.ts";
import { type JobBook, startJobs } from "./jobs.ts";
import { setLoopNiceness } from "./loop-niceness.ts";
import { createMetrics } from "./metrics.ts";
import { openNoticeLanes } from "./notice-lanes.ts";
import type { Storage } from "./open-database.ts";
import { type CardKeys, type DemoDoors, openServices } from "./open-services.ts";
import { refuseOtherMachines } from "./other-machines.ts";
import { createPages } from "./pages.ts";
import { siteJobs } from "./site-jobs.ts";
import { longestHeaders, longestRequest } from "./slow-bodies.ts";
import { warmUp } from "./warm-up.ts";
import { watchSecurity } from "./watch-security.ts";

/**
 * A proxy that asks for `/healthz` every second knows of our end before we refuse anybody. It closes a connection on
 * which nothing happened for four seconds (docs/operations.md); we do so after six, since a request that arrives on a
 * connection just as we close it is lost.
 */
const behindProxy = { farewell: { lingerMs: 2000, keptMs: 6000 }, isWarmedUp: true };
const alone = { farewell: { lingerMs: 0, keptMs: 300 }, isWarmedUp: false };

/** A socket that outlives us: whoever comes while we end waits for the next process, and nobody has to be warned. */
const onHandedSocket = { farewell: { lingerMs: 0, keptMs: 6000 }, isWarmedUp: true };
/** Connections that may wait to be taken in; the system has a limit of its own (net.core.somaxconn). */
const longestQueue = 4096;

type SiteParts = {
  readonly config: Config;
  readonly dataDir: string;
  readonly project: string;
  /** When the process began, by its own clock. */
  readonly begun: number;
  readonly storage: Storage;
  /** Demo mode only. */
  readonly openDemo: ((about: DemoSetting) => Promise<Demo>) | null;
};

type DemoSetting = Pick<SiteParts, "config" | "dataDir" | "project"> & Pick<Storage, "ownerUrl">;

/** What demo mode adds: doors in place of the outside world, answers under /_demo, the season. */
type Demo = DemoDoors & {
  readonly cardKeys: CardKeys;
  readonly answer: NonNullable<HttpParts["demo"]>;
  prepare(site: SiteServices): Promise<void>;
  greeting(): string[];
  close(): Promise<void>;
};

/** Opens every door, listens, starts the jobs, and sees to an orderly end. */
export async function serveSite({
  config,
  dataDir,
  project,
  begun,
  storage,
  openDemo,
}: SiteParts): Promise<void> {
  // first of all: threads that are started from here on, as that of the calls to the provider, are as nice
  const isNice = config.loopNiceness === undefined || (await setLoopNiceness(config.loopNiceness));
  const demo = openDemo ? await openDemo({ config, dataDir, project, ownerUrl: storage.ownerUrl }) : null;
  const cards: CardKeys = config.stripeSecretKey
    ? {
        secretKey: config.stripeSecretKey,
        webhookSecret: config.stripeWebhookSecret ?? "",
        ...(config.stripeApiBase ? { apiBase: config.stripeApiBase } : {}),
      }
    : (demo?.cardKeys ?? { secretKey: "", webhookSecret: "" });
  const site = await openServices(
    config,
    { urls: storage.urls, dataDir, appSecret: storage.appSecret },
    cards,
    demo ?? {},
  );
  if (!isNice) site.log.warn("the system does not allow the event loop this LOOP_NICENESS");
  await provideTemplates(site);
  await demo?.prepare(site);
  let stopping = false;
  const paymentOrigin = config.stripeSecretKey ? "https://checkout.stripe.com" : null;
  const notices = openNoticeLanes(site);
  const pages = createPages(site, build, paymentOrigin);
  const metrics = createMetrics(site, config.metricsToken);
  watchSecurity(site.log, metrics);
  const http = createHttp({
    site,
    notices,
    pages,
    isHealthy: async () => !stopping && (await storage.isHealthy()),
    metrics,
    trustedProxies: config.trustedProxies,
    folders: { client: join(project, "build", "client"), pictures: join(dataDir, "pictures") },
    demo: demo?.answer ?? null,
  });

  const changes = await followChanges(site);
  const manners =
    config.socket !== undefined ? onHandedSocket : config.trustedProxies > 0 ? behindProxy : alone;
  if (manners.isWarmedUp) await warmUp(site, http);
  const server = createAdaptorServer({
    fetch: http.fetch,
    serverOptions: { requestTimeout: longestRequest, headersTimeout: longestHeaders },
  });
  const place =
    config.socket === undefined ? { host: config.host, port: config.port } : { fd: config.socket };
  server.listen({ ...place, backlog: longestQueue });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  });
  if (config.mode === "demo" && !config.demoPublic) refuseOtherMachines(server as Server);
  site.database.started();
  const book: JobBook = new Map();
  const jobs = startJobs(siteJobs(site, book, notices), site.log, book);
  console.log(`Estival: ${config.origin} (pornit în ${Math.round(performance.now() - begun)} ms)`);
  for (const line of demo?.greeting() ?? []) console.log(line);

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      // the kernel may send a second one when the parent dies; one stop is enough
      if (stopping) return;
      stopping = true;
      void stop();
    });
  }

  async function stop(): Promise<void> {
    setTimeout(() => process.exit(1), 30_000).unref();
    await drain(server as Server, manners.farewell);
    await Promise.all([jobs.stop(), changes.stop()]);
    await site.close();
    await demo?.close();
    await storage.close();
    process.exit(0);
  }
}
