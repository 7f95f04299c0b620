import { layout, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import type { Addresses } from "./address.ts";
import { officeAddresses } from "./office-addresses.ts";
import { doorAddresses, frameless, siteAddresses } from "./site-addresses.ts";

/**
 * Makes the router's tree of these rows. The address is the route's id, so that one file may have several addresses.
 */
function routesOf(addresses: Addresses): RouteConfigEntry[] {
  const rows = Object.entries(addresses).map(([path, { file, over }]) => ({ path, file, over }));
  const screens = rows.filter(({ over }) => !over);
  /** Finds the nearest address above. */
  const screenAbove = (row: { path: string }) =>
    screens
      .filter(({ path }) => row.path.startsWith(`${path}/`))
      .reduce((one, other) => (one.path.length > other.path.length ? one : other));
  return screens.map((screen) => ({
    ...(screen.path === "" ? { index: true } : { path: screen.path }),
    id: `/${screen.path}`,
    file: screen.file,
    children: rows
      .filter((row) => row.over && screenAbove(row) === screen)
      .map(({ path, file }) => ({ path: path.slice(screen.path.length + 1), id: `/${path}`, file })),
  }));
}

/** All routes of the site, from the tables of addresses. */
export default [
  layout("public/site-layout.tsx", routesOf(siteAddresses)),
  layout("gate/door-layout.tsx", routesOf(doorAddresses)),
  ...routesOf(frameless),
  layout("admin/admin-layout.tsx", routesOf(officeAddresses)),
] satisfies RouteConfig;
