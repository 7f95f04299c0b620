import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { until } from "./support/embedded-owner.ts";

const signals = ["SIGINT", "SIGTERM"];

/** A stand-in for the built site: prints what it receives, and ends with status 7 on request. */
const site = `
  for (const name of ${JSON.stringify(signals)}) process.on(name, () => console.log("heard " + name));
  process.on("SIGTERM", () => setTimeout(() => process.exit(7), 300));
  console.log("site " + process.pid + " " + (process.env.PACKED ?? "") + " " + process.argv.slice(2));
  setInterval(() => {}, 60_000);
`;

/** A small whole project, whose build tool counts its runs and installs the stand-in. */
function makeProject(): string {
  const root = mkdtempSync(join(tmpdir(), "estival bootstrap ")); // a path with blanks, on purpose
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync("bin", join(root, "bin"), { recursive: true });
  for (const folder of ["src", "node_modules/@react-router/dev"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "src/page.ts"), "1");
  cpSync("package.json", join(root, "package.json"));
  const lock = { packages: { "": {}, "node_modules/one": { version: "1.0.0" } } };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
  writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify(lock));
  const builder = `
    const fs = require("node:fs");
    fs.appendFileSync("builds", "x");
    fs.mkdirSync("build/server", { recursive: true });
    fs.writeFileSync("build/server/index.js", ${JSON.stringify(site)});
  `;
  writeFileSync(join(root, "node_modules/@react-router/dev/bin.cjs"), builder);
  return root;
}

type Run = { bootstrap: ChildProcess; text(): string; sitePid(): number; end: Promise<number | string> };

function start(root: string, env: Record<string, string> = {}): Run {
  return follow(
    spawn(process.execPath, [join(root, "bin/estival.mjs"), "start", "--with=words"], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
}

function follow(bootstrap: ChildProcessByStdio<null, Readable, Readable>): Run {
  let output = "";
  for (const stream of [bootstrap.stdout, bootstrap.stderr]) stream.on("data", (text) => (output += text));
  const end = new Promise<number | string>((done) =>
    bootstrap.once("close", (code, signal) => done(signal ?? code ?? -1)),
  );
  onTestFinished(() => void bootstrap.kill("SIGKILL"));
  return { bootstrap, end, text: () => output, sitePid: () => Number(/site (\d+)/.exec(output)?.[1] ?? 0) };
}

async function startAndStop(root: string, env: Record<string, string> = {}): Promise<string> {
  const run = start(root, env);
  expect(await until(() => run.sitePid() > 0)).toBe(true);
  run.bootstrap.kill("SIGTERM");
  await run.end;
  return run.text();
}

const builds = (root: string) => readFileSync(join(root, "builds"), "utf8").length;

test("the site is built when it never was or when a source changed, and not otherwise", async () => {
  const root = makeProject();
  expect(await startAndStop(root)).toContain("Building the site");
  expect(await startAndStop(root)).not.toContain("Building the site");
  expect(builds(root)).toBe(1);
  writeFileSync(join(root, "src/page.test.ts"), "a test is no part of the site");
  await startAndStop(root);
  expect(builds(root)).toBe(1);
  writeFileSync(join(root, "src/page.ts"), "12");
  await startAndStop(root);
  expect(builds(root)).toBe(2);
  rmSync(join(root, "build"), { recursive: true });
  await startAndStop(root);
  expect(builds(root)).toBe(3);
});

test("signals reach the site once each, its exit status is ours, and it gets our words", async () => {
  const run = start(makeProject());
  expect(await until(() => run.sitePid() > 0)).toBe(true);
  run.bootstrap.kill("SIGINT");
  expect(await until(() => run.text().includes("heard SIGINT"))).toBe(true);
  run.bootstrap.kill("SIGINT"); // as when npm passes on what the terminal sent already
  run.bootstrap.kill("SIGTERM");
  run.bootstrap.kill("SIGINT");
  expect(await run.end).toBe(7);
  expect(run.text().match(/heard \w+/g)).toEqual(["heard SIGINT", "heard SIGTERM"]);
  expect(run.text()).toContain("--with=words");
});

test.runIf(existsSync("/usr/bin/setpriv"))(
  "kill -9 of the bootstrap ends the site as SIGTERM would",
  async () => {
    const run = start(makeProject());
    expect(await until(() => run.sitePid() > 0)).toBe(true);
    const site = run.sitePid();
    run.bootstrap.kill("SIGKILL");
    expect(await until(() => !existsSync(`/proc/${site}`), 3_000)).toBe(true);
  },
);

test("packages are installed when the lockfile is another one, once, with no package's scripts", async () => {
  const root = makeProject();
  rmSync(join(root, "node_modules/.package-lock.json"));
  const npm = join(root, "npm.js");
  writeFileSync(npm, `console.log("npm " + process.argv.slice(2).join(" "));`);
  const env = { npm_execpath: npm };
  expect(await startAndStop(root, env)).toContain("npm ci --include=dev --include=optional --ignore-scripts");
  expect(await startAndStop(root, env)).not.toContain("npm ci");
  writeFileSync(
    join(root, "package-lock.json"),
    JSON.stringify({ packages: { "node_modules/two": { version: "2" } } }),
  );
  expect(await startAndStop(root, env)).toContain("npm ci");
});

test("packages that are a link to another project's are never installed over", async () => {
  const root = makeProject();
  rmSync(join(root, "node_modules"), { recursive: true });
  mkdirSync(join(root, "elsewhere"));
  symlinkSync("elsewhere", join(root, "node_modules"));
  const run = start(root);
  expect(await run.end).toBe(1);
  expect(run.text()).toContain("node_modules is a link to packages of another lockfile.");
});

test("the Node among the packages runs the site when it is newer than ours, and only then", async () => {
  const root = makeProject();
  const packed = join(root, "node_modules", `node-linux-${process.arch}`);
  mkdirSync(join(packed, "bin"), { recursive: true });
  const wrapper = `#!/bin/sh\nPACKED=packed exec "${process.execPath}" "$@"\n`;
  writeFileSync(join(packed, "bin/node"), wrapper, { mode: 0o755 });
  writeFileSync(join(packed, "package.json"), JSON.stringify({ version: "99.0.0" }));
  expect(await startAndStop(root)).toMatch(/site \d+ packed/);
  writeFileSync(join(packed, "package.json"), JSON.stringify({ version: "20.0.0" }));
  expect(await startAndStop(root)).not.toMatch(/site \d+ packed/);
});

test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "%s to npm itself reaches the site and leaves nothing",
  async (signal) => {
    const npm = spawn("npm", ["start"], {
      cwd: makeProject(),
      // the machine's own node may be too old to run the stand-in, which has no packages to find a newer one in
      env: { ...process.env, PATH: `${resolve("node_modules/.bin")}:${process.env.PATH}` },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const run = follow(npm);
    expect(await until(() => run.sitePid() > 0), run.text()).toBe(true);
    const site = run.sitePid();
    npm.kill(signal);
    const heard = signal === "SIGINT" ? "SIGINT" : "SIGTERM";
    expect(await until(() => run.text().includes(`heard ${heard}`), 3_000)).toBe(true);
    if (signal === "SIGINT") npm.kill("SIGTERM"); // the stand-in only listens to the first
    expect(await until(() => !existsSync(`/proc/${site}`), 3_000)).toBe(true);
  },
);
