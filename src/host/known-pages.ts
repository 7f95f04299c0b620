import { patternOf } from "./route-pattern.ts";

type Route = { readonly parentId?: string | undefined; readonly path?: string | undefined };
/** The router's own list, by id. */
type Routes = Readonly<Record<string, Route | undefined>>;

export type KnownPages = {
  /** Whether a screen of ours has this path; what only the page for unknown addresses answers has none. */
  has(path: string): boolean;
  /** The one way of writing this path, where it is another and a screen has it: small letters, single slashes. */
  tidy(path: string): string | undefined;
};

/** The paths of all screens. The router itself takes capitals and slashes at the end, too. */
export function createKnownPages(routes: Routes): KnownPages {
  const all = Object.values(routes)
    .map((route) => pathOf(route, routes))
    .filter((path) => !path.endsWith("*"));
  const patterns = [...new Set(all)].map(patternOf);
  const has = (path: string) => patterns.some((pattern) => pattern.test(path));
  return {
    has,
    tidy(path) {
      const tidied = `/${path.toLowerCase().split("/").filter(Boolean).join("/")}`;
      // what demo mode adds is nobody's to find by another spelling
      const isOurs = has(tidied) && !tidied.startsWith("/_");
      return isOurs && tidied !== path ? tidied : undefined;
    },
  };
}

function pathOf(route: Route | undefined, routes: Routes): string {
  if (!route) return "";
  const above = route.parentId === undefined ? "" : pathOf(routes[route.parentId], routes);
  return route.path === undefined || route.path === ""
    ? above || "/"
    : `${above.replace(/\/$/, "")}/${route.path}`;
}
