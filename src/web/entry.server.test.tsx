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

function ThrowsOn(): never {
  throw useRouteError();
}

const modules = {
  root: { default: Outlet, ErrorBoundary: () => <p>broken</p> },
  order: { default: Outlet, ErrorBoundary: ThrowsOn },
  sheet: {
    default: () => null,
    loader() {
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

it.each(["/order/sheet", "/order/sheet.data"])(
  "no error of a loader is lost on its way to the host behind a boundary that throws it on: %s",
  async (path) => {
    const facts: PageFacts = { nonce: "n", failure: undefined };
    const context = new RouterContextProvider();
    context.set(pageFactsContext, facts);
    const answer = await createRequestHandler(build, "production")(
      new Request(`http://site.test${path}`),
      context,
    );
    expect(answer.status).toBe(500);
    expect(facts.failure).toBe(unreachable);
  },
);
