import type { Parameter, Parameters } from "#web/address.ts";
import { doorAddresses, frameless, siteAddresses } from "#web/site-addresses.ts";

type PageAddress = {
  /** Path and known parameters in a fixed order, without default or unknown values: equal for all spellings of one page. */
  readonly address: string;
  /** Whether all its parameters have a closed set of values, so that its bytes may be kept under this address. */
  readonly mayBeKept: boolean;
};

/** The pages whose bytes are kept, by address, with every parameter that their loaders read. */
export const keptPages: Readonly<Record<string, Parameters>> = Object.fromEntries(
  Object.entries({ ...siteAddresses, ...doorAddresses, ...frameless }).flatMap(([path, address]) =>
    "kept" in address ? [[`/${path}`, address.kept]] : [],
  ),
);

const routes = Object.entries(keptPages).map(([route, parameters]) => {
  const path = route.replaceAll(".", "\\.").replaceAll(":id", "[0-9a-f-]{36}");
  const data = route === "/" ? "/_\\.data" : `${path}\\.data`;
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return { page: new RegExp(`^${path}$`), data: new RegExp(`^${data}$`), parameters: sorted };
});

/** The router's own parameters: which loaders it wants, for a page that shares its address with its layout. */
const routersOwn: [string, Parameter][] = [
  ["_routes", { values: "free", usual: "" }],
  ["index", { values: "free", usual: "" }],
];

/** The canonical address of a page that may be kept, from path and query; undefined for every other page. */
export function readPageAddress(pathAndQuery: string): PageAddress | undefined {
  const at = pathAndQuery.indexOf("?");
  const path = at === -1 ? pathAndQuery : pathAndQuery.slice(0, at);
  for (const { page, data, parameters } of routes) {
    const isData = data.test(path);
    if (!isData && !page.test(path)) continue;
    if (at === -1) return { address: path, mayBeKept: true };
    const query = new URLSearchParams(pathAndQuery.slice(at));
    return canonical(path, query, isData ? [...routersOwn, ...parameters] : parameters);
  }
  return undefined;
}

function canonical(
  path: string,
  query: URLSearchParams,
  parameters: readonly (readonly [string, Parameter])[],
): PageAddress {
  const canonicalQuery = new URLSearchParams();
  let mayBeKept = true;
  for (const [name, { values, usual, rare }] of parameters) {
    const sentValues = query.getAll(name);
    for (const value of values === "free" ? sentValues : sentValues.slice(0, 1)) {
      const isListed = values !== "free" && values.includes(value);
      if (value === usual || !(isListed || values === "free" || rare?.test(value))) continue;
      canonicalQuery.append(name, value);
      if (!isListed) mayBeKept = false;
    }
  }
  return { address: canonicalQuery.size === 0 ? path : `${path}?${canonicalQuery}`, mayBeKept };
}
