import { existsSync } from "node:fs";
import { expect, it } from "vitest";
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

const routes = listRoutes().map(({ path, file }) => ({
  pattern: new RegExp(
    `^${path.replace("*", ".*").replaceAll(/\/:\w+(\??)/g, (_, may) => (may ? "(/[^/]+)?" : "/[^/]+"))}$`,
  ),
  module: `src/web/${file}`,
}));
/** The modules that answer an address: a screen's, and below it those of the layouts and of the process. */
const modulesOf = ({ path }: HostileForm) => {
  const address = path.replace(/\?.*/, "");
  const found = routes.filter(({ pattern }) => pattern.test(address)).map(({ module }) => module);
  return found.length > 1 ? found.filter((module) => !module.endsWith("missing-route.tsx")) : found;
};

it("every field that the source reads from a request is in a row of hostile texts that reaches the file", () => {
  const process = reachedFrom("src/host/serve-site.ts");
  const sentTo = new Map<string, Set<string>>();
  const headers = new Set<string>();
  for (const form of hostileForms) {
    // a part of an object, or of a numbered row
    const names = Object.keys(form.fields).flatMap((name) => name.split(/\.|_\d_/));
    if (form.by === "header") for (const name of names) headers.add(name);
    for (const file of [...reachedFrom(...modulesOf(form)), ...process])
      sentTo.set(file, new Set([...(sentTo.get(file) ?? []), ...names]));
  }
  const missing = writtenFields().filter(
    ({ file, name }) => !headers.has(name) && !sentTo.get(file)?.has(name),
  );
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

it("every screen that takes a form, and every parameter of an address, is attacked", () => {
  expect(hostileForms.filter((form) => modulesOf(form).length > 1)).toEqual([]);
});
