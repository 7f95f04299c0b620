import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const lab = join(import.meta.dirname, "packages");

/**
 * A package that benches and mutants alone need, so `npm ci` in the project leaves it out. Installs them all at the first
 * call. Vitest, which one of them needs beside it, is the project's.
 */
export async function fromLab<Of>(name: string): Promise<Of> {
  if (!existsSync(join(lab, "node_modules")))
    execFileSync("npm", ["ci", "--ignore-scripts", "--legacy-peer-deps"], { cwd: lab, stdio: "inherit" });
  const found = createRequire(join(lab, "package.json")).resolve(name);
  return (await import(pathToFileURL(found).href)) as Of;
}
