// Builds the site when the build is absent or older than what it is made of. Loaded by Node 20.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const inputs = ["src", "devkit", "migrations", "public"];
const inputFiles = [
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const stampName = join("build", ".fingerprint");
const server = join("build", "server", "index.js");
const lab = join("devkit", "lab");
const templateScript = join("devkit", "make-database-template.ts");

/** Whether the build is of the present sources. */
export function isBuilt(root) {
  const stamp = join(root, stampName);
  return (
    existsSync(stamp) && existsSync(join(root, server)) && readFileSync(stamp, "utf8") === fingerprint(root)
  );
}

/** The build is of the present sources afterwards. Costs a few milliseconds when it was so already. */
export async function ensureBuilt(root, node, runToEnd) {
  if (isBuilt(root)) return;
  process.stdout.write("Building the site ...\n");
  await rebuild(root, node, runToEnd);
}

/** Builds in any case. The fingerprint is of the sources as they were before, should one change meanwhile. */
export async function rebuild(root, node, runToEnd) {
  const before = fingerprint(root);
  rmSync(join(root, stampName), { force: true });
  const env = { ...process.env, NODE_ENV: "production" };
  const builder = join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  await runToEnd(node, [builder, "build"], { cwd: root, env });
  if (existsSync(join(root, templateScript))) await runToEnd(node, [templateScript], { cwd: root, env });
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(join(root, stampName), before);
}

/** Paths, sizes and times of everything the build is made of; tests are not. */
export function fingerprint(root) {
  const hash = createHash("sha256");
  for (const folder of inputs) addFolder(hash, join(root, folder));
  for (const file of inputFiles) addFile(hash, join(root, file));
  return hash.digest("hex");
}

function addFolder(hash, folder) {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    // it measures a build, and is no part of one
    if (path.endsWith(lab)) continue;
    if (entry.isDirectory()) addFolder(hash, path);
    else if (!/\.(test|e2e)\.tsx?$/.test(entry.name)) addFile(hash, path);
  }
}

function addFile(hash, file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat) hash.update(`${file}\0${stat.size}\0${stat.mtimeMs}\n`);
}
