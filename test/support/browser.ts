import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

/** Chromium without windows, which does the same work in two thirds of the time, and the whole one. */
const [headlessShell, wholeChromium] = ["chromium-headless-shell", "chromium"].map(
  (name) => `/usr/bin/${name}`,
) as [string, string];

/** The Chromium for browser tests: CHROMIUM_PATH, else Debian's headless shell, which is installed if we may. */
export async function findBrowser(): Promise<{ path: string } | { complaint: string }> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return { path: named };
    return { complaint: `CHROMIUM_PATH names ${named}, which is not there.` };
  }
  if (existsSync(headlessShell)) return { path: headlessShell };
  const mayInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (mayInstall && (await installHeadlessShell())) return { path: headlessShell };
  if (existsSync(wholeChromium)) return { path: wholeChromium };
  return {
    complaint: mayInstall
      ? "There is no Chromium and it could not be installed."
      : "There is no Chromium: run `apt-get install chromium-headless-shell` as root, or set CHROMIUM_PATH.",
  };
}

async function installHeadlessShell(): Promise<boolean> {
  process.stdout.write("Installing Chromium for the browser tests ...\n");
  return (
    (await aptGet(["update"])) &&
    (await aptGet(["install", "-y", "--no-install-recommends", "chromium-headless-shell"])) &&
    existsSync(headlessShell)
  );
}

function aptGet(args: string[]): Promise<boolean> {
  return new Promise((done) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const child = spawn("apt-get", ["-q", ...args], { stdio: ["ignore", "inherit", "inherit"], env });
    child.on("error", () => done(false));
    child.on("exit", (code) => done(code === 0));
  });
}
