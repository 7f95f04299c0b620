import { patternOf } from "./route-pattern.ts";

/** Has a slash at its end, so that a worker of this scope controls it and what is below. */
const withSlash = new Set(["/poarta"]);

type Route = { readonly parentId?: string | undefined; readonly path?: string | undefined };
/** The router's own list, by id. */
type Routes = Readonly<Record<string, Route | undefined>>;

type KnownPages = {
  /** Whether a screen has this path; one that only the page for unknown addresses answers has none. */
  has(path: string): boolean;
  /** The canonical form of this path, where it differs and a screen has it: lower case, single slashes. */
  tidy(path: string): string | undefined;
  /** The first of these paths for each screen: the router finds nothing more for the others, and tries every one. */
  oneOfEach(paths: readonly string[]): string[];
};

/** The paths of all screens. The router itself also takes capitals and trailing slashes. */
export function createKnownPages(routes: Routes): KnownPages {
  const all = Object.values(routes)
    .map((route) => pathOf(route, routes))
    .filter((path) => !path.endsWith("*"));
  const patterns = [...new Set(all)].map(patternOf);
  const has = (path: string) => patterns.some((pattern) => pattern.test(path));
  return {
    has,
    tidy(path) {
      const tidied = tidyPath(path);
      // paths of demo mode have no other spelling
      if (!has(tidied) || tidied.startsWith("/_")) return undefined;
      const canonical = withSlash.has(tidied) ? `${tidied}/` : tidied;
      return canonical === path ? undefined : canonical;
    },
    oneOfEach(paths) {
      // several routes may fit a path, and the router takes one
      const fitting = (path: string) => {
        const tidied = tidyPath(path);
        return patterns.flatMap((pattern, n) => (pattern.test(tidied) ? [n] : [])).join();
      };
      return [...Map.groupBy(paths, fitting).values()].map(([first]) => first as string);
    },
  };
}

function tidyPath(path: string): string {
  return `/${path.toLowerCase().split("/").filter(Boolean).join("/")}`;
}

function pathOf(route: Route | undefined, routes: Routes): string {
  if (!route) return "";
  const above = route.parentId === undefined ? "" : pathOf(routes[route.parentId], routes);
  return route.path === undefined || route.path === ""
    ? above || "/"
    : `${above.replace(/\/$/, "")}/${route.path}`;
}
