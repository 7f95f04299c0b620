/**
 * Everything that has to hold, stage by stage, to the end: a failing stage does not hide what the later ones find.
 * Ends with what failed, by name, and the plain line `N passed, N failed`; exit status 0 only when something passed and
 * nothing failed.
 *
 *     run-all.ts [all | long | lint | types]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { failedInPlaywright, failedInVitest } from "./failed-tests.ts";

type Counts = { passed: number; failed: number };
type VitestCounts = { numPassedTests: number; numFailedTests: number };
type PlaywrightCounts = { stats: { expected: number; unexpected: number; flaky: number } };
type Stage = { name: string; run: () => Promise<Counts> };

const reports = mkdtempSync(join(tmpdir(), "estival-reports-"));
const vitestReport = join(reports, "vitest.json");
const playwrightReport = join(reports, "playwright.json");
const scale = process.argv[2] ?? "all";
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  // The tools' first line asks for `node`: ours, whichever the machine has.
  PATH: `${join(process.cwd(), "node_modules", ".bin")}:${process.env.PATH}`,
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  ...(scale === "long" ? { TEST_SCALE: "long" } : {}),
};

const lint: Stage[] = [
  { name: "format and lint", run: () => oneOf("biome", ["check", "--error-on-warnings", "."]) },
  { name: "promises", run: () => oneOf("oxlint", ["--type-aware", "--deny-warnings"]) },
];
const types: Stage[] = [
  {
    name: "types",
    run: async () =>
      (await run("react-router", ["typegen"])) === 0 ? oneOf("tsc", ["--noEmit", "-p", "."]) : failedOnce,
  },
];
const tests: Stage[] = [
  // first, because fault, attack and browser tests start the built site
  { name: "build", run: () => oneOf(process.execPath, ["bin/estival.mjs", "build"]) },
  {
    name: "unit, database, fault and attack tests",
    run: async () => {
      const code = await run("vitest", [
        ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`],
      ]);
      const report = readReport<VitestCounts & Parameters<typeof failedInVitest>[0]>(vitestReport);
      failures.push(...failedInVitest(report));
      return counted({ passed: report?.numPassedTests, failed: report?.numFailedTests }, code);
    },
  },
  {
    name: "browser tests",
    run: async () => {
      const browser = await findBrowser();
      if ("complaint" in browser) {
        process.stdout.write(`${browser.complaint} The browser tests count as failed.\n`);
        return failedOnce;
      }
      environment.CHROMIUM_PATH = browser.path;
      const code = await run("playwright", ["test", "--reporter=list,json"]);
      const report = readReport<PlaywrightCounts & Parameters<typeof failedInPlaywright>[0]>(
        playwrightReport,
      );
      failures.push(...failedInPlaywright(report));
      const stats = report?.stats;
      return counted(
        { passed: stats?.expected, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) },
        code,
      );
    },
  },
];
const selections: Record<string, Stage[]> = {
  all: [...lint, ...types, ...tests],
  long: [...lint, ...types, ...tests],
  lint,
  types,
};

const failedOnce: Counts = { passed: 0, failed: 1 };

const failures: string[] = [];
const total: Counts = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const stage of selections[scale] ?? []) {
  process.stdout.write(`\n== ${stage.name}\n`);
  const begun = performance.now();
  const { passed, failed } = await stage.run();
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(7);
  summary.push(`${seconds} s  ${stage.name}: ${passed} passed, ${failed} failed`);
}
rmSync(reports, { recursive: true, force: true });
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
if (failures.length > 0) process.stdout.write(`\n${failures.join("\n\n")}\n`);
process.stdout.write(`\n${summary.join("\n")}\n${total.passed} passed, ${total.failed} failed\n`);

/** A stage without counts of its own counts as one. */
async function oneOf(program: string, args: string[]): Promise<Counts> {
  return (await run(program, args)) === 0 ? { passed: 1, failed: 0 } : failedOnce;
}

/** Counts of a report; a run that failed in another way than by a test (nothing found, a crash) is one failure. */
function counted({ passed = 0, failed = 0 }: Partial<Counts>, code: number): Counts {
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined; // the tool did not come so far
  }
}

function run(program: string, args: string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], env: environment });
    child.on("error", (error) => {
      process.stdout.write(`${program} does not run: ${error.message}\n`);
      done(1);
    });
    child.on("exit", (code) => done(code ?? 1));
  });
}
