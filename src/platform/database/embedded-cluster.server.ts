import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { ServerHome } from "./embedded-account.server.ts";
import { type Binaries, runAs } from "./embedded-binaries.server.ts";

/** The facts that decide whether a cluster prepared at build time can be used. */
export type TemplateStamp = { version: string; superuser: string };

type ClusterRequest = ServerHome & { binaries: Binaries; superuser: string; templateDir: string | undefined };

/** The cluster inside a server's home (PostgreSQL's data directory). */
export function clusterIn(home: string): string {
  return join(home, "cluster");
}

/**
 * Makes the cluster unless there is one: a copy of the prepared template if its stamp matches, else by initdb. It
 * appears complete or not at all, so a start that was killed half-way is repeated.
 *
 * @throws when the existing cluster was made by another major version.
 */
export async function ensureCluster(request: ClusterRequest): Promise<"found" | "copied" | "made"> {
  const { home, account, binaries } = request;
  const cluster = clusterIn(home);
  writeAccessRules(request);
  if (existsSync(join(cluster, "PG_VERSION"))) {
    refuseOtherVersion(cluster, binaries.version);
    return "found";
  }
  const partial = `${cluster}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const template = fittingTemplate(request);
  if (template) await copyTree(template, partial);
  else await initialise(request, partial);
  if (account) await runAs(undefined, "chown", ["-R", `${account.uid}:${account.gid}`, partial]);
  await runAs(undefined, "chmod", ["0700", partial]);
  writeFileSync(unsyncedMarkFile(home), "");
  renameSync(partial, cluster);
  return template ? "copied" : "made";
}

/**
 * Writes a new cluster to the disk itself. The cluster is made without waiting for the disk, which is much faster. This
 * runs beside the first seconds of service, and again at the next start if it was cut short.
 */
export async function syncCluster({
  home,
  account,
  binaries,
}: ServerHome & { binaries: Binaries }): Promise<void> {
  if (!existsSync(unsyncedMarkFile(home))) return;
  await runAs(account, binaries.initdb, ["--sync-only", "-D", clusterIn(home)]);
  const folder = openSync(home, "r");
  fsyncSync(folder); // the rename
  closeSync(folder);
  rmSync(unsyncedMarkFile(home), { force: true });
}

/** Copies a folder's content; shares the blocks if the file system can. */
export async function copyTree(from: string, to: string): Promise<void> {
  try {
    await runAs(undefined, "cp", ["-r", "--reflink=auto", from, to]);
  } catch {
    rmSync(to, { recursive: true, force: true }); // this cp lacks the option
    cpSync(from, to, { recursive: true });
  }
}

function initialise({ account, binaries, superuser }: ClusterRequest, target: string): Promise<void> {
  return runAs(account, binaries.initdb, [
    "-D",
    target,
    "-U",
    superuser,
    "-E",
    "UTF8",
    "--data-checksums",
    // Built-in, because the locales of machines differ and their sort order changes with updates.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--auth-local=peer",
    "--auth-host=scram-sha-256",
    "--no-sync",
    "--no-instructions",
  ]);
}

function fittingTemplate({ templateDir, binaries, superuser }: ClusterRequest): string | undefined {
  if (!templateDir) return undefined;
  try {
    const stamp = JSON.parse(readFileSync(join(templateDir, "template.json"), "utf8")) as TemplateStamp;
    const fits = stamp.version === binaries.version && stamp.superuser === superuser;
    return fits ? clusterIn(templateDir) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Only the user of this process may connect, in any role; the kernel identifies that user over the socket (peer).
 * There is no password that could leak, and the server listens on no port.
 */
function writeAccessRules({ home, account }: ServerHome): void {
  const rules = {
    "pg_hba.conf": "local all all peer map=program\n",
    "pg_ident.conf": `program "${processUser()}" all\n`,
  };
  for (const [name, text] of Object.entries(rules)) {
    const file = join(home, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (account) chownSync(file, account.uid, account.gid);
  }
}

function processUser(): string {
  try {
    return userInfo().username;
  } catch {
    throw new Error(
      `The embedded PostgreSQL needs a user with a name, and uid ${process.getuid?.()} has no entry in /etc/passwd. ` +
        "Run as another user, or set DATABASE_URL.",
    );
  }
}

function refuseOtherVersion(cluster: string, version: string): void {
  const clusterVersion = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (version.startsWith(`${clusterVersion}.`)) return;
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${clusterVersion}; this program brings ${version}. ` +
      "Restore a backup into an empty data folder, or set DATABASE_URL.",
  );
}

function unsyncedMarkFile(home: string): string {
  return join(home, "unsynced");
}
