import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { type Config, readConfig } from "./config.ts";
import { databaseTrouble } from "./database-trouble.ts";
import { openStorage, type Storage } from "./open-database.ts";
import { projectFolder } from "./project-folder.ts";

const startedAt = performance.now();

const read = readConfig(process.env);
if ("problems" in read) {
  console.error(
    ["The configuration cannot be used:", ...read.problems.map((line) => `  - ${line}`)].join("\n"),
  );
  process.exit(1);
}
const { config } = read;
await start(config).catch((error: unknown) => {
  console.error(databaseTrouble(error) ?? (error instanceof Error ? error.message : error));
  process.exit(1);
});

/** Starts the database server and the site at the same time, because both need a moment. */
async function start(config: Config): Promise<void> {
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  const opening = openInBackground(config, dataDir);
  await opening.underway;
  const { serveSite } = await import("./serve-site.ts");
  // this line alone loads demo code, and only in demo mode
  const openDemo = config.mode === "demo" ? (await import("#devkit/demo.ts")).openDemo : null;
  await serveSite({
    config,
    dataDir,
    project: projectFolder,
    startedAt,
    storage: await opening.storage,
    openDemo,
  });
}

/** `underway` resolves when the database server's process has been started, or when there is nothing to wait for. */
function openInBackground(
  config: Config,
  dataDir: string,
): { underway: Promise<unknown>; storage: Promise<Storage> } {
  let onLaunch = () => {};
  const launching = new Promise<void>((resolve) => {
    onLaunch = resolve;
  });
  const storage = openStorage(config, { dataDir, project: projectFolder, onLaunch });
  // the code that awaits `storage` handles the error
  storage.catch(() => {});
  return { underway: Promise.race([launching, storage]), storage };
}
