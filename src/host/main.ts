import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { type Config, readConfig } from "./config.ts";
import { databaseTrouble } from "./database-trouble.ts";
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
  console.error(databaseTrouble(error) ?? (error instanceof Error ? error.message : error));
  process.exit(1);
});

/** The database server and the site both need a moment to start: they do it at the same time. */
async function start(config: Config): Promise<void> {
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  const opening = openInBackground(config, dataDir);
  await opening.underway;
  const { serveSite } = await import("./serve-site.ts");
  // demo code is loaded in demo mode only, and only by this line
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

/** `underway` resolves when the server's own process works on it, or when nothing is left to wait for. */
function openInBackground(
  config: Config,
  dataDir: string,
): { underway: Promise<unknown>; storage: Promise<Storage> } {
  let launched = () => {};
  const launching = new Promise<void>((resolve) => {
    launched = resolve;
  });
  const storage = openStorage(config, { dataDir, project: projectFolder, onLaunch: launched });
  // the code that awaits the storage handles the error
  storage.catch(() => {});
  return { underway: Promise.race([launching, storage]), storage };
}
