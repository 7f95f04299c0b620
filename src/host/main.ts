import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { type Config, readConfig } from "./config.ts";
import { openStorage, type Storage } from "./open-database.ts";
import { projectFolder } from "./project-folder.ts";

const begun = performance.now();

const read = readConfig(process.env);
if ("wrong" in read) {
  console.error(["Configurația nu este bună:", ...read.wrong.map((line) => `  - ${line}`)].join("\n"));
  process.exit(1);
}
const { config } = read;
await start(config).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

/** The database server needs a moment until it answers, and the site as long to be loaded: both at once. */
async function start(config: Config): Promise<void> {
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  const opening = openInBackground(config, dataDir);
  await opening.underway;
  const { serveSite } = await import("./serve-site.ts");
  // demo code is loaded in demo mode only, and by this one line
  const openDemo = config.mode === "demo" ? (await import("#devkit/demo.ts")).openDemo : null;
  await serveSite({
    config,
    dataDir,
    project: projectFolder,
    begun,
    storage: await opening.storage,
    openDemo,
  });
}

/** `underway` when the server's own process works on it, or nothing more is to be waited for. */
function openInBackground(
  config: Config,
  dataDir: string,
): { underway: Promise<unknown>; storage: Promise<Storage> } {
  let launched = () => {};
  const launching = new Promise<void>((resolve) => {
    launched = resolve;
  });
  const storage = openStorage(config, { dataDir, project: projectFolder, onLaunch: launched });
  // who waits for the storage hears of it
  storage.catch(() => {});
  return { underway: Promise.race([launching, storage]), storage };
}
