import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

const debianChromium = "/usr/bin/chromium";

/** The Chromium for browser tests: CHROMIUM_PATH, else Debian's, which is installed if we may. */
export async function findBrowser(): Promise<{ path: string } | { complaint: string }> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return { path: named };
    return { complaint: `CHROMIUM_PATH names ${named}, which is not there.` };
  }
  if (existsSync(debianChromium)) return { path: debianChromium };
  if (!existsSync("/etc/debian_version")) {
    return { complaint: "There is no Chromium: set CHROMIUM_PATH." };
  }
  if (process.getuid?.() !== 0) {
    const complaint = "There is no Chromium: run `apt-get install chromium` as root, or set CHROMIUM_PATH.";
    return { complaint };
  }
  process.stdout.write("Installing Chromium for the browser tests ...\n");
  const installed =
    (await aptGet(["update"])) &&
    (await aptGet(["install", "-y", "--no-install-recommends", "chromium"])) &&
    existsSync(debianChromium);
  if (installed) return { path: debianChromium };
  return { complaint: "There is no Chromium and it could not be installed." };
}

function aptGet(args: string[]): Promise<boolean> {
  return new Promise((done) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const child = spawn("apt-get", ["-q", ...args], { stdio: ["ignore", "inherit", "inherit"], env });
    child.on("error", () => done(false));
    child.on("exit", (code) => done(code === 0));
  });
}
