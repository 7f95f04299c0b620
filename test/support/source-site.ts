import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import {
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorProps,
} from "react-router";
import { afterAll } from "vitest";
import { openDemo } from "#devkit/demo.ts";
import { readConfig } from "#host/config.ts";
import { createHttp } from "#host/http.ts";
import { createMetrics } from "#host/metrics.ts";
import { openServices } from "#host/open-services.ts";
import { createPages } from "#host/pages.ts";
import { createRenderingLimit } from "#host/rendering-limit.ts";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { provideTemplates } from "#ticketing/delivery/templates/provide-templates.server.ts";
import * as entry from "#web/entry.server.tsx";
import * as root from "#web/root.tsx";
import routeConfig from "#web/routes.ts";
import { testDatabase } from "./database.ts";
import { memoryFolder } from "./memory-folder.ts";
import { startProviderInTest, testKeys } from "./provider-in-test.ts";
import { openSeasonBuilder } from "./season-builder.ts";
import { freePort } from "./site.ts";

const files = import.meta.glob("../../src/web/**/*-{route,layout}.{ts,tsx}");

type Route = { readonly entry: RouteConfigEntry; readonly parentId: string };

function under(parentId: string, entries: readonly RouteConfigEntry[]): Route[] {
  return entries.flatMap((one) => [{ entry: one, parentId }, ...under(idOf(one), one.children ?? [])]);
}
const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.tsx?$/, "");

type Module = {
  readonly default?: Parameters<typeof withComponentProps>[0];
  readonly ErrorBoundary?: Parameters<typeof withErrorProps>[0];
};

/** The components get the route's data as their properties. */
const withProps = ({ default: screen, ErrorBoundary: failed, ...others }: Module) => ({
  ...others,
  ...(screen && { default: withComponentProps(screen) }),
  ...(failed && { ErrorBoundary: withErrorProps(failed) }),
});

/** What the router's plugin makes of src/web/routes.ts, without the browser's files. */
async function buildOfSource(): Promise<ServerBuild> {
  const routes: Record<
    string,
    { id: string; path: string | undefined; module: object } & Partial<RouteConfigEntry> & {
        parentId?: string;
      }
  > = {
    root: { id: "root", path: "", module: withProps(root) },
  };
  for (const { entry: one, parentId } of under("root", routeConfig)) {
    const module = (await files[`../../src/web/${one.file}`]?.()) as Module;
    const { path, index } = one;
    routes[idOf(one)] = { id: idOf(one), parentId, path, index, module: withProps(module) };
  }
  return {
    entry: { module: entry },
    routes,
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: Object.fromEntries(
        Object.entries(routes).map(([id, { module, ...route }]) => [
          id,
          {
            ...route,
            hasAction: "action" in module,
            hasLoader: "loader" in module,
            module: `/${route.id}.js`,
            hasClientAction: false,
            hasClientLoader: false,
            hasClientMiddleware: false,
            hasDefaultExport: true,
            hasErrorBoundary: "ErrorBoundary" in module,
            clientActionModule: undefined,
            clientLoaderModule: undefined,
            clientMiddlewareModule: undefined,
            hydrateFallbackModule: undefined,
          },
        ]),
      ),
      url: "/manifest.js",
      version: "source",
    },
    assetsBuildDirectory: "build/client",
    basename: "/",
    publicPath: "/",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
  } as unknown as ServerBuild;
}

type Wish = {
  /** Whose session the cookie has; nobody's without. */
  readonly as?: { readonly token: string } | undefined;
  /** Posted; a list is a field that comes several times. */
  readonly form?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * The whole site of the source in the process of the test, with a database and a card provider of its own. What a test asks
 * it runs the files of `src`, not a build. It listens on a port of its own; jobs do not run. `env` is as of a process of
 * the site; with the season it is the demo.
 */
export async function openSourceSite(env: Record<string, string> = {}, { withSeason = false } = {}) {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  const [port, dataDir] = [await freePort(), memoryFolder("estival-source-")];
  const read = readConfig({ PORT: String(port), LOG_LEVEL: "silent", PROVIDER_RATE: "1000", ...env });
  if ("problems" in read) throw new Error(read.problems.join("; "));
  const { config } = read;
  const storage = { urls: database.urls, dataDir, appSecret: "a secret of a test, long enough for anybody" };
  const project = join(import.meta.dirname, "..", "..");
  const demo = withSeason
    ? await openDemo({ config, dataDir, project, ownerUrl: database.ownerUrl })
    : undefined;
  const provider = await startProviderInTest();
  const cards = demo?.cardKeys ?? { ...testKeys, apiBase: provider.apiBase };
  const site = await openServices(config, storage, cards, demo ?? {});
  await provideTemplates(site);
  await demo?.prepare(site);
  const renderings = createRenderingLimit();
  const build = await buildOfSource();
  const http = createHttp({
    site,
    renderings,
    pages: createPages(site, { build, renderings, paymentOrigin: null }),
    webhookStored: () => {},
    isHealthy: async () => true,
    version: config.version,
    metrics: createMetrics(site, undefined),
    clientFolder: "build/client",
    trustedProxies: config.trustedProxies,
    demo: demo?.answer ?? null,
  });
  const server = createAdaptorServer({ fetch: http.fetch });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", () => listening()));
  afterAll(async () => {
    server.close();
    await site.close();
    await demo?.close();
    await provider.close();
    removeDataFolder(dataDir);
  });

  async function ask(path: string, { as, form, json, headers }: Wish = {}) {
    const fields = Object.entries(form ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    const answer = await fetch(config.origin + path, {
      redirect: "manual",
      headers: {
        accept: "text/html",
        ...(as ? { cookie: `session=${as.token}` } : {}),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(form ? { method: "POST", body: new URLSearchParams(fields) } : {}),
      ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) }),
    });
    const flash = /flash=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1];
    return {
      status: answer.status,
      location: answer.headers.get("location"),
      cookies: answer.headers.getSetCookie(),
      /** What the next page says. */
      flash: flash ? (JSON.parse(decodeURIComponent(flash)) as [string, string])[1] : null,
      text: readable(await answer.text()),
    };
  }

  return {
    database,
    season,
    site,
    http,
    renderings,
    provider,
    origin: config.origin,
    ask,
    /** The password was entered a moment ago. */
    async fresh<Person extends { readonly sessionHash: string }>(person: Person): Promise<Person> {
      await season.client.query("UPDATE identity.session SET confirmed_at = now() WHERE token = $1", [
        person.sessionHash,
      ]);
      return person;
    },
  };
}

const entities: Record<string, string> = {
  "&#x27;": "'",
  "&quot;": '"',
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
};

/** A page without its scripts, as it is written in the source. */
function readable(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replaceAll("<!-- -->", "")
    .replace(/&(?:#x27|quot|amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}
