import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { requestLimits } from "#host/request-limits.ts";
import { importsOf } from "#test/support/import-graph.ts";
import { listRoutes } from "#test/support/route-list.ts";
import { type HostileForm, hostileForms } from "./hostile-forms.ts";
import { writtenFields } from "./written-fields.ts";

const imports = new Map<string, string[]>();
function importedBy(file: string): string[] {
  const known = imports.get(file);
  if (known) return known;
  const found = importsOf(file).filter(
    ({ to, kind, isType }) => kind === "file" && !isType && /\.tsx?$/.test(to),
  );
  const files = found.map(({ to }) => to).filter(existsSync);
  imports.set(file, files);
  return files;
}

/** A module and everything that it imports. */
function reachedFrom(...modules: string[]): Set<string> {
  const reached = new Set(modules);
  for (const file of reached) for (const next of importedBy(file)) reached.add(next);
  return reached;
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replace("*", ".*").replaceAll(/\/:\w+(\??)/g, "(?:/[^/]+)$1")}$`);
const routes = listRoutes().map((route) => ({
  ...route,
  pattern: patternOf(route.path),
  module: `src/web/${route.file}`,
}));
/** The modules that may read what is sent to an address: its screen's, or for every other address the process's. */
function modulesOf({ path }: HostileForm): string[] {
  const address = path.replace(/\?.*/, "");
  const screens = routes.filter(({ path, pattern }) => path !== "/*" && pattern.test(address));
  return screens.length === 0 ? ["src/host/serve-site.ts"] : screens.map(({ module }) => module);
}

it("every field that the source reads from a request has a row of hostile texts whose address reaches the file", () => {
  const sent = new Map<string, Set<string>>();
  const headers = new Set<string>();
  for (const form of hostileForms) {
    // a part of an object, or of a numbered row
    const names = new Set(Object.keys(form.fields).flatMap((name) => name.split(/\.|_\d_/)));
    if (form.by === "header") for (const name of names) headers.add(name);
    else
      for (const file of reachedFrom(...modulesOf(form)))
        sent.set(file, new Set([...names, ...(sent.get(file) ?? [])]));
  }
  const missing = writtenFields().filter(
    ({ file, name }) => !headers.has(name) && !sent.get(file)?.has(name),
  );
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

/** Their forms have buttons alone, or their parameters a row of their own. */
const withoutFields = [
  "/events/:id/waiting",
  "/logout",
  "/*",
  ...["events", "artists", "tickets", "abonamente", "codes"].map((kind) => `/admin/${kind}/:id/delete`),
  "/admin/status/ready",
  ...["reauthenticate", "authorize", "user/identities/authorize", "callback", "factors/:factorId"].map(
    (call) => `/auth/v1/${call}`,
  ),
  ...["factors/:factorId/challenge", "user/identities/:identityId", "logout"].map(
    (call) => `/auth/v1/${call}`,
  ),
  "/functions/v1/my-tickets",
];

it("every address that takes a form or a call has a row, unless nothing can be written there", () => {
  const sent = hostileForms.filter(({ by }) => by !== "query" && by !== "header");
  const attacked = new Set(sent.flatMap(modulesOf));
  const screens = routes.filter(({ hasAction, module }) => hasAction && !attacked.has(module));
  const paths = sent.map(({ path }) => path.replace(/\?.*/, ""));
  const calls = Object.entries(requestLimits)
    .filter(([path, limit]) => !("unlimited" in limit) && /^\/(?:auth\/v1|functions|gate\/api)\//.test(path))
    .map(([path]) => ({ path, pattern: patternOf(path) }))
    .filter(({ path, pattern }) => !path.includes("*") && !paths.some((one) => pattern.test(one)));
  expect([...screens, ...calls].map(({ path }) => path)).toEqual(withoutFields);
});
