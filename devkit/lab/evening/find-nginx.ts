import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const cache = join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache");
const unpacked = join(cache, "nginx");
const unpackedProgram = join(unpacked, "usr", "sbin", "nginx");

/**
 * The nginx of this machine, else Debian's package, fetched once and unpacked beside the other packages: nothing is
 * installed, and no service begins. Undefined where neither can be had.
 */
export function findNginx(): string | undefined {
  if (runs("nginx")) return "nginx";
  if (!existsSync(unpackedProgram)) unpack();
  return runs(unpackedProgram) ? unpackedProgram : undefined;
}

const runs = (program: string) => spawnSync(program, ["-v"]).status === 0;

function unpack(): void {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "nginx-"));
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, timeout: 60_000 }).status === 0;
  const fetchPackage = () => run("apt-get", "download", "-qq", "nginx");
  try {
    // the lists of a new machine are empty or old
    if (!fetchPackage() && !(run("apt-get", "update", "-qq") && fetchPackage())) return;
    const [file] = readdirSync(folder).filter((name) => name.endsWith(".deb"));
    if (!file || !run("dpkg", "-x", file, ".")) return;
    renameSync(folder, unpacked);
  } catch (error) {
    // another process may have been quicker
    if (!existsSync(unpackedProgram)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
