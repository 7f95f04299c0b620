import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The user that a database server runs as, when it is not the user of this process. */
export type Account = { name: string; uid: number; gid: number };

/** The server's folder, and its user (undefined: the user of this process). */
export type ServerHome = { home: string; account: Account | undefined };

const systemFolder = "/var/lib/estival";

/** True when this process is root; PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The data folder when DATA_DIR is not set: in the project. For root, a place that another user can reach. */
export function defaultDataDir(projectDir: string): string {
  if (!isRoot()) return join(projectDir, ".estival");
  return join(systemFolder, createHash("sha256").update(resolve(projectDir)).digest("hex").slice(0, 12));
}

/** A folder for a copy of the binaries that every user can read. */
export function binariesCache(dataDir: string): string {
  return isRoot() ? systemFolder : dataDir;
}

/**
 * Makes (or finds) the server's own folder inside the data folder, mode 0700, owned by the server's user.
 *
 * If the server's user cannot reach the data folder, root keeps the server's folder in /var/lib and leaves a link. The
 * link is the only way to it, so an emptied data folder means an empty database. An existing folder keeps its user,
 * even when the machine got other accounts since.
 *
 * @throws when the folder belongs to another user.
 */
export function openServerHome(dataDir: string, wantedAccount?: string): ServerHome {
  const link = join(dataDir, "postgres");
  const owner = ownerOf(link);
  if (!isRoot()) {
    if (owner === undefined) mkdirSync(link, { mode: 0o700 });
    else if (owner !== process.getuid?.()) {
      throw new Error(
        `The database folder ${link} belongs to another user (uid ${owner}). Run as that user.`,
      );
    }
    return { home: realpathSync(link), account: undefined };
  }
  const account = owner ? accountByUid(owner) : chooseAccount(wantedAccount);
  if (owner === undefined) {
    rmSync(link, { force: true }); // a link whose target is gone
    letOthersPassThrough(dataDir);
    if (canReach(dataDir, account)) mkdirSync(link, { mode: 0o700 });
    else symlinkSync(makeSystemHome(), link);
  }
  const home = realpathSync(link);
  chownSync(home, account.uid, account.gid);
  chmodSync(home, 0o700);
  return { home, account };
}

/** Removes a data folder whose server is stopped, with a database that lies in /var/lib. */
export function removeDataFolder(dataDir: string): void {
  const link = join(dataDir, "postgres");
  if (ownerOf(link) !== undefined) rmSync(realpathSync(link), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

/** The wanted account, else `postgres`, else `nobody`: no account has to be created. */
export function chooseAccount(accountName?: string): Account {
  const accounts = readAccounts();
  for (const name of accountName ? [accountName] : ["postgres", "nobody"]) {
    const found = accounts.find((account) => account.name === name);
    if (found) return found;
  }
  throw new Error(`No user ${accountName ?? "postgres or nobody"} on this machine to run the database as.`);
}

/** Whether an account may enter every folder on the path to this one, by owner and mode. */
export function canReach(folder: string, { uid, gid }: Account): boolean {
  for (let path = realpathSync(folder); ; path = dirname(path)) {
    const stat = statSync(path);
    const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
    if ((stat.mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

function accountByUid(uid: number): Account {
  return readAccounts().find((account) => account.uid === uid) ?? { name: String(uid), uid, gid: uid };
}

function readAccounts(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Lets other users pass through root's data folder but not read it; each thing inside has its own mode. */
function letOthersPassThrough(dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if (uid === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o001);
}

function makeSystemHome(): string {
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
  return mkdtempSync(join(systemFolder, "moved-"));
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}
