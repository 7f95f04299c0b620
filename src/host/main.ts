import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { serve } from "@hono/node-server";
import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { provideTemplates } from "#ticketing/delivery/templates/provide-templates.server.ts";
import { readConfig } from "./config.ts";
import { followChanges } from "./follow-changes.ts";
import { createHttp } from "./http.ts";
import { startJobs } from "./jobs.ts";
import { createMetrics } from "./metrics.ts";
import { openStorage } from "./open-database.ts";
import { type CardKeys, openServices } from "./open-services.ts";
import { createPages } from "./pages.ts";
import { siteJobs } from "./site-jobs.ts";

// build/server/index.js and src/host/main.ts both lie two folders below the project
const project = join(import.meta.dirname, "..", "..");
const begun = performance.now();

const read = readConfig(process.env);
if ("wrong" in read) {
  console.error(["Configurația nu este bună:", ...read.wrong.map((line) => `  - ${line}`)].join("\n"));
  process.exit(1);
}
const { config } = read;
await start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

async function start(): Promise<void> {
  const dataDir = config.dataDir ?? defaultDataDir(project);
  const storage = await openStorage(config, { dataDir, project });
  // demo code is loaded in demo mode only, and by this one line
  const demo =
    config.mode === "demo"
      ? await (await import("#devkit/demo.ts")).openDemo({
          config,
          dataDir,
          project,
          ownerUrl: storage.ownerUrl,
        })
      : null;
  const cards: CardKeys = config.stripeSecretKey
    ? {
        secretKey: config.stripeSecretKey,
        webhookSecret: config.stripeWebhookSecret ?? "",
        ...(config.stripeApiBase ? { apiBase: config.stripeApiBase } : {}),
      }
    : (demo?.cardKeys ?? { secretKey: "", webhookSecret: "" });
  const site = await openServices(
    config,
    { url: storage.url, dataDir, appSecret: storage.appSecret },
    cards,
    demo ?? {},
  );
  await provideTemplates(site);
  await demo?.prepare(site);
  const paymentOrigin = config.stripeSecretKey ? "https://checkout.stripe.com" : null;
  const http = createHttp({
    site,
    pages: createPages(site, build, paymentOrigin),
    isHealthy: storage.isHealthy,
    metrics: createMetrics(site, config.metricsToken),
    trustedProxies: config.trustedProxies,
    folders: { client: join(project, "build", "client"), pictures: join(dataDir, "pictures") },
    demo: demo?.answer ?? null,
  });

  const server = serve({
    fetch: http.fetch,
    hostname: config.host,
    port: config.port,
  });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  });
  const jobs = startJobs(siteJobs(site), site.log);
  const changes = await followChanges(site);
  console.log(`Estival: ${config.origin} (pornit în ${Math.round(performance.now() - begun)} ms)`);
  for (const line of demo?.greeting() ?? []) console.log(line);

  let stopping = false;
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
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ("closeIdleConnections" in server) server.closeIdleConnections();
    });
    await Promise.all([jobs.stop(), changes.stop()]);
    await site.close();
    await demo?.close();
    await storage.close();
    process.exit(0);
  }
}
