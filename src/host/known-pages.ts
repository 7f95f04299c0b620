import { patternOf } from "./route-pattern.ts";

/** Paths whose canonical form ends with a slash, so that a service worker with this scope controls the page too. */
const withSlash = new Set(["/poarta"]);

type Route = { readonly parentId?: string | undefined; readonly path?: string | undefined };
/** The router's own routes, by id. */
type Routes = Readonly<Record<string, Route | undefined>>;

type KnownPages = {
  /** Whether a screen has this path. The page for unknown addresses does not count. */
  has(path: string): boolean;
  /**
   * The canonical form of this path: lower case, single slashes. Undefined if it is canonical, or no screen has it.
   */
  tidy(path: string): string | undefined;
  /** The first of these paths for each screen. More paths of a screen add nothing, but the router tries each. */
  oneOfEach(paths: readonly string[]): string[];
};

/** The paths of all screens. The router itself also accepts capital letters and trailing slashes. */
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
      // paths of demo mode have one spelling only
      if (!has(tidied) || tidied.startsWith("/_")) return undefined;
      const canonical = withSlash.has(tidied) ? `${tidied}/` : tidied;
      return canonical === path ? undefined : canonical;
    },
    oneOfEach(paths) {
      // several routes may match a path, and the router picks one of them
      const matchingPatterns = (path: string) => {
        const tidied = tidyPath(path);
        return patterns.flatMap((pattern, n) => (pattern.test(tidied) ? [n] : [])).join();
      };
      return [...Map.groupBy(paths, matchingPatterns).values()].map(([first]) => first as string);
    },
  };
}

function tidyPath(path: string): string {
  return `/${path.toLowerCase().split("/").filter(Boolean).join("/")}`;
}

function pathOf(route: Route | undefined, routes: Routes): string {
  if (!route) return "";
  const parentPath = route.parentId === undefined ? "" : pathOf(routes[route.parentId], routes);
  return route.path === undefined || route.path === ""
    ? parentPath || "/"
    : `${parentPath.replace(/\/$/, "")}/${route.path}`;
}
