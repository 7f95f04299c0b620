import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";

/** One import of a file. `to` is a file of ours, the name of a package, or a built-in module. */
export type Import = {
  readonly from: string;
  readonly written: string;
  readonly to: string;
  readonly kind: "file" | "package";
  /** Whether it imports types only and does not exist at run time. */
  readonly isType: boolean;
  readonly isDynamic: boolean;
};

const project = join(import.meta.dirname, "..", "..");

/** Every file that git tracks or would add, as paths from the project's folder. */
export function trackedFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: project,
    encoding: "utf8",
  });
  // A moved file stays in the list until the next commit.
  return [...new Set(listed.split("\n"))].filter((file) => file !== "" && existsSync(join(project, file)));
}

export function textOf(file: string): string {
  return readFileSync(join(project, file), "utf8");
}

/** The imports of a file, static, dynamic and by re-export, as the parser reads them. */
export function importsOf(file: string): Import[] {
  const { module, errors } = parseSync(file, textOf(file));
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const found: Import[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    found.push(importOf(file, moduleRequest.value, { isType, isDynamic: false }));
  }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push(importOf(file, moduleRequest.value, { isType, isDynamic: false }));
  for (const { moduleRequest } of module.dynamicImports) {
    const written = textOf(file).slice(moduleRequest.start, moduleRequest.end);
    // A computed address cannot be followed.
    if (/^["'`][^$]*["'`]$/.test(written))
      found.push(importOf(file, written.slice(1, -1), { isType: false, isDynamic: true }));
  }
  return found;
}

function importOf(from: string, written: string, how: { isType: boolean; isDynamic: boolean }): Import {
  const to = fileOf(from, written.replace(/\?.*$/, ""));
  return { from, written, to: to ?? packageOf(written), kind: to === undefined ? "package" : "file", ...how };
}

function fileOf(from: string, written: string): string | undefined {
  if (written.startsWith(".")) return relative(project, join(project, dirname(from), written));
  const floor = /^#(kernel|platform|ticketing|web|host|devkit|test)\/(.*)$/.exec(written);
  if (!floor) return undefined;
  const [, name = "", rest = ""] = floor;
  return join(name === "devkit" || name === "test" ? name : `src/${name}`, rest);
}

function packageOf(written: string): string {
  if (/^(node|virtual):/.test(written)) return written;
  return written
    .split("/")
    .slice(0, written.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Import cycles, each from its first file back to it. */
export function cycles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to, kind } of imports)
    if (kind === "file") next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, "open" | "done">();
  const path: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    state.set(file, "open");
    path.push(file);
    for (const target of next.get(file) ?? []) {
      if (state.get(target) === "open") found.push([...path.slice(path.indexOf(target)), target]);
      else if (!state.has(target)) visit(target);
    }
    path.pop();
    state.set(file, "done");
  };
  for (const file of next.keys()) if (!state.has(file)) visit(file);
  return found;
}
