/**
 * `npm run backup -- FOLDER`: writes database, pictures and (if the site keeps its own) the secret into a new folder,
 * as of one moment; the sale goes on. Default: a folder in DATA_DIR/backups. With `-- --nightly` it writes to
 * BACKUP_TO if no backup was made since last night, and keeps fourteen. A backup holds personal data and the secret
 * of the signing keys: protect it as you protect those.
 */
import { join } from "node:path";
import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { type Config, readConfig } from "./config.ts";
import { type Backup, makeBackup, stampOf, withOwner } from "./make-backup.ts";
import { backUpNightly } from "./nightly-backup.ts";
import { projectFolder } from "./project-folder.ts";

const read = readConfig(process.env);
if ("problems" in read) {
  console.error(read.problems.join("\n"));
  process.exit(1);
}
try {
  const { config } = read;
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  if (process.argv[2] === "--nightly") {
    const nightly = await withOwner(config, dataDir, (client) => backUpNightly(client, config, dataDir));
    if (nightly) printBackup(nightly.where, nightly.backup);
    else console.log("Copia nopții este făcută deja, sau se face acum.");
  } else await backUpInto(process.argv[2], config, dataDir);
} catch (error) {
  console.error(`Copia de siguranță nu s-a făcut: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function backUpInto(chosenFolder: string | undefined, config: Config, dataDir: string): Promise<void> {
  const folder = chosenFolder ?? join(dataDir, "backups", stampOf(new Date()));
  printBackup(
    folder,
    await withOwner(config, dataDir, (client) => makeBackup(client, { config, dataDir, folder })),
  );
}

function printBackup(where: string, { manifest, milliseconds }: Backup): void {
  const rows = manifest.tables.reduce((all, table) => all + table.rows, 0);
  console.log(
    `Copie de siguranță: ${where} (${rows} rânduri, ${manifest.pictures} imagini, ${milliseconds} ms)`,
  );
}
