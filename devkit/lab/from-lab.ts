import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const lab = join(import.meta.dirname, "packages");

/**
 * A package of devkit/lab: benches and mutants alone need it, so `npm ci` in the project leaves it out. Installs them all at
 * the first call.
 */
export async function fromLab<Of>(name: string): Promise<Of> {
  if (!existsSync(join(lab, "node_modules")))
    execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: lab, stdio: "inherit" });
  const found = createRequire(join(lab, "package.json")).resolve(name);
  return (await import(pathToFileURL(found).href)) as Of;
}
