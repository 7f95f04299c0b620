import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { binariesCache, openServerHome, removeDataFolder } from "./embedded-account.server.ts";
import { findBinaries, runAs } from "./embedded-binaries.server.ts";
import { clusterIn, copyTree, type TemplateStamp } from "./embedded-cluster.server.ts";
import { startEmbeddedServer } from "./embedded-server.server.ts";

/**
 * Makes a prepared cluster at build time; it holds no secret. `prepare` gets the owner's address and fills the empty
 * cluster with roles, schemas and migrations. The cluster is then stopped and moved to `target`, complete or not at
 * all. `startEmbeddedServer` copies it at a first start if the PostgreSQL package and the superuser are the same.
 */
export async function makeDatabaseTemplate(
  target: string,
  prepare: (ownerUrl: string) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "estival-template-"));
  const partial = `${target}.partial-${process.pid}`;
  try {
    // These settings may lose data at a crash, which is harmless here: a build that was cut short starts over.
    const settings = { fsync: "off", wal_level: "minimal", max_wal_senders: "0", wal_recycle: "off" };
    const server = await startEmbeddedServer({ dataDir, settings });
    try {
      await prepare(server.ownerUrl());
    } finally {
      await server.stop();
    }
    const { home, account } = openServerHome(dataDir);
    const { version } = await findBinaries({ account, cacheDir: binariesCache(dataDir) });
    mkdirSync(dirname(target), { recursive: true });
    mkdirSync(partial);
    await copyTree(clusterIn(home), clusterIn(partial));
    chmodSync(clusterIn(partial), 0o755);
    const stamp: TemplateStamp = { version, superuser: server.superuser };
    writeFileSync(join(partial, "template.json"), JSON.stringify(stamp));
    rmSync(target, { recursive: true, force: true });
    renameSync(partial, target);
    await runAs(undefined, "sync", ["-f", target]).catch(() => {}); // may fail: a lost template is made again
  } finally {
    rmSync(partial, { recursive: true, force: true });
    removeDataFolder(dataDir);
  }
}
