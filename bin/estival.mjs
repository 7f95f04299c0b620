#!/usr/bin/env node
// The one way in, for every npm script: installs what is missing, builds what is out of date, then runs the command
// under Node 24. Plain JavaScript that Node 20 can parse, and nothing installed may be imported here.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt, isBuilt, rebuild } from "./ensure-built.mjs";
import { ensureInstalled, findNode } from "./ensure-installed.mjs";
import { runAndEnd, runToEnd } from "./run-program.mjs";

/** What each command needs beforehand, and the script it runs. */
const commands = {
  start: { needs: "build", run: ["build/server/index.js"] },
  dev: { needs: "install", run: ["src/host/dev.ts"] },
  build: { needs: "install", run: rebuild },
  test: { needs: "install", run: ["test/support/run-all.ts"] },
  "test:all": { needs: "install", run: ["test/support/run-all.ts", "rest"] },
  "test:outside": { needs: "install", run: ["test/support/run-all.ts", "outside"] },
  "test:long": { needs: "install", run: ["test/support/run-all.ts", "long"] },
  typecheck: { needs: "install", run: ["test/support/run-all.ts", "types"] },
  lint: { needs: "install", run: ["test/support/run-all.ts", "lint"] },
  rows: { needs: "install", run: ["devkit/requirements.ts"] },
  mutants: { needs: "install", run: ["devkit/lab/mutants.ts"] },
  bench: { needs: "build", run: ["devkit/lab/bench.ts"] },
  evening: { needs: "build", run: ["devkit/lab/evening.ts"] },
  screenshots: { needs: "build", run: ["devkit/screenshots.ts"] },
  "check:data": { needs: "install", run: ["src/host/check-data.ts"] },
  "check:production": { needs: "install", run: ["src/host/check-production.ts"] },
  "database:prepare": { needs: "install", run: ["src/host/prepare-database.ts"] },
  backup: { needs: "install", run: ["src/host/backup.ts"] },
  restore: { needs: "install", run: ["src/host/restore.ts"] },
  "pictures:copy": { needs: "install", run: ["src/host/run-pictures-copy.ts"] },
  "rotate-keys": { needs: "install", run: ["src/host/rotate-keys.ts"] },
  "create-admin": { needs: "install", run: ["src/host/create-admin.ts"] },
};

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
// What Node compiled last time: the second start is quicker by it. Forgotten with the build.
process.env.NODE_COMPILE_CACHE ??= join(root, "build", ".compile-cache");

const [name = "", ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  fail(`Commands: ${Object.keys(commands).join(", ")}.`);
} else {
  try {
    // a production server keeps only what runs the site
    const script = typeof command.run === "function" ? "" : command.run[0];
    const needsDev = name === "start" ? !isBuilt(root) : !script.startsWith("src/host/") || name === "dev";
    await ensureInstalled(root, runToEnd, { needsDev });
    const node = findNode(root);
    if (node.complaint) process.stderr.write(`${node.complaint}\n`);
    if (!node.path) process.exit(1);
    if (command.needs === "build") await ensureBuilt(root, node.path, runToEnd);
    if (typeof command.run === "function") await command.run(root, node.path, runToEnd);
    else if (existsSync(command.run[0])) runAndEnd(node.path, [...command.run, ...rest]);
    else fail(`npm run ${name} needs ${command.run[0]}, which this copy of the project does not have.`);
  } catch (error) {
    fail(error.message);
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
