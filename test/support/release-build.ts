import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const project = join(import.meta.dirname, "..", "..");

/**
 * The project at an earlier commit, installed and built in a folder of its own; it takes a minute. Undefined where
 * the history does not reach so far. `remove` deletes it.
 */
export function buildRelease(commit: string): { readonly folder: string; remove(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), "estival-release-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  try {
    run("git", "clone", "--quiet", "--no-checkout", project, ".");
    run("git", "cat-file", "-e", `${commit}^{commit}`);
  } catch {
    remove();
    return undefined;
  }
  run("git", "checkout", "--quiet", commit);
  run("npm", "ci", "--silent");
  run("npm", "run", "--silent", "build");
  return { folder, remove };
}
