import {
  createRequestHandler,
  Outlet,
  RouterContextProvider,
  type ServerBuild,
  useRouteError,
} from "react-router";
import { expect, it } from "vitest";
import * as entry from "./entry.server.tsx";
import { type PageFacts, pageFactsContext } from "./request/request-context.ts";

const unreachable = new Error("the database is unreachable");

/** What the visitor does while the loader runs. */
let leaves = () => {};

function ThrowsOn(): never {
  throw useRouteError();
}

const modules = {
  root: { default: Outlet, ErrorBoundary: () => <p>broken</p> },
  order: { default: Outlet, ErrorBoundary: ThrowsOn },
  sheet: {
    default: () => null,
    loader() {
      leaves();
      throw unreachable;
    },
  },
};

function route(id: keyof typeof modules, more: { path: string; parentId?: string }) {
  const module = modules[id];
  const facts = { hasLoader: "loader" in module, hasErrorBoundary: "ErrorBoundary" in module };
  return { id, module, ...more, ...facts };
}

const routes = {
  root: route("root", { path: "" }),
  order: route("order", { path: "order", parentId: "root" }),
  sheet: route("sheet", { path: "sheet", parentId: "order" }),
};
const build = {
  entry: { module: entry },
  routes,
  assets: { entry: { imports: [], module: "/entry.js" }, routes, url: "/manifest.js", version: "test" },
  basename: "/",
  publicPath: "/",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
} as unknown as ServerBuild;

async function ask(path: string, signal: AbortSignal | null = null) {
  const facts: PageFacts = { nonce: "n", failure: undefined };
  const context = new RouterContextProvider();
  context.set(pageFactsContext, facts);
  const request = new Request(`http://site.test${path}`, { signal });
  const answer = await createRequestHandler(build, "production")(request, context);
  return { status: answer.status, failure: facts.failure };
}

it.each(["/order/sheet", "/order/sheet.data"])(
  "no error of a loader is lost on its way to the host behind a boundary that throws it on: %s",
  async (path) => {
    expect(await ask(path)).toEqual({ status: 500, failure: unreachable });
  },
);

it("what fails after the request was aborted is no failure to report, and no page to keep either", async () => {
  const left = new AbortController();
  leaves = () => left.abort();
  expect(await ask("/order/sheet", left.signal)).toEqual({ status: 500, failure: undefined });
});
