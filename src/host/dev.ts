/** `npm run dev`: as `npm start`, and starts again whenever a source file changes. The database stays. */
import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";

const project = join(import.meta.dirname, "..", "..");
const bin = join(project, "bin", "estival.mjs");
let site: ChildProcess | undefined;
let mustRestart = false;
let timer: NodeJS.Timeout | undefined;

function start(): void {
  site = spawn(process.execPath, [bin, "start"], { cwd: project, stdio: "inherit" });
  site.once("exit", (code) => {
    site = undefined;
    if (mustRestart) {
      mustRestart = false;
      start();
    } else if (code !== 0) console.log("Site-ul s-a oprit; pornește din nou la următoarea schimbare.");
  });
}

for (const folder of ["src", "devkit", "migrations", "public"]) {
  watch(join(project, folder), { recursive: true }, () => {
    clearTimeout(timer);
    // one restart for all the files that an editor saves together
    timer = setTimeout(() => {
      if (!site) return start();
      mustRestart = true;
      site.kill("SIGTERM");
    }, 150);
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (!site) process.exit(0);
    site.once("exit", () => process.exit(0));
    site.kill(signal);
  });
}
start();
