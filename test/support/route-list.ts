import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routeConfig from "../../src/web/routes.ts";

export type ListedRoute = {
  /** As `/events/:id`; `/*` matches every other address. */
  readonly path: string;
  readonly file: string;
  /** Whether it accepts forms. */
  readonly hasAction: boolean;
};

const web = join(import.meta.dirname, "..", "..", "src", "web");
const actionExport = /export\s+(?:async\s+)?(?:function|const)\s+action\b|export\s*\{[^}]*\baction\b/;

/** Every address of src/web/routes.ts with a module of its own; layouts without an address do not count. */
export function listRoutes(): ListedRoute[] {
  return (routeConfig as RouteConfigEntry[]).flatMap((entry) => listFrom(entry, ""));
}

/** The modules that the router loads, frames too. */
export function routeFiles(): string[] {
  const filesOf = ({ file, children = [] }: RouteConfigEntry): string[] => [
    file,
    ...children.flatMap(filesOf),
  ];
  const files = (routeConfig as RouteConfigEntry[]).flatMap(filesOf);
  return [...new Set(files)].map((file) => `src/web/${file}`);
}

function listFrom({ path, index, file, children = [] }: RouteConfigEntry, above: string): ListedRoute[] {
  const own = path === undefined ? above : `${above}/${path}`;
  const isAddress = path !== undefined || index === true;
  const below = children.flatMap((child) => listFrom(child, own));
  if (!isAddress) return below;
  const hasAction = actionExport.test(readFileSync(join(web, file), "utf8"));
  return [{ path: own === "" ? "/" : own, file, hasAction }, ...below];
}
