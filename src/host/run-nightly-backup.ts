import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { projectFolder } from "./project-folder.ts";

/**
 * The nightly backup as a job of the site, which only asks whether it is due: the work is done by a process of its own,
 * with the rights of the owner, beside the sale.
 */
export async function runNightlyBackup(dataDir: string, stop: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [join(projectFolder, "src/host/backup.ts"), "--nightly"], {
    cwd: projectFolder,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "pipe"],
    signal: stop,
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  const [complaint, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new Error(complaint.trim().split("\n").at(-1) ?? "the backup ended without a word");
}
