/**
 * The checks, stage by stage, to the end: a failing stage does not hide the failures of later ones. Ends with the names
 * of the failed tests, how long each stage took, and the plain line `N passed, N failed`; exit status 0 only when something
 * passed and nothing failed.
 *
 *     run-all.ts first    before a push: checks of the code, a build, the tests of `tiers.ts`'s first tier
 *     run-all.ts rest     what `first` leaves
 *     run-all.ts outside  against programs that nobody here wrote, from Debian; what is not installed is said and skipped
 *     run-all.ts long     both, with many more seeded runs
 *     run-all.ts lint | types | PATH ...
 *
 * Vitest and the browser repeat nothing, but in `rest`: there a browser test that failed runs once more, alone. If it passes
 * then, it is named as flaky in the last lines.
 */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findBrowser } from "./browser.ts";
import {
  failedInPlaywright,
  failedInVitest,
  type PlaywrightReport,
  type VitestReport,
} from "./failed-tests.ts";

type Counts = { passed: number; failed: number };
type Stage = { name: string; run: () => Promise<Counts> };

const reports = mkdtempSync(join(tmpdir(), "estival-reports-"));
const vitestReport = join(reports, "vitest.json");
const playwrightReport = join(reports, "playwright.json");
const [asked = "first", ...morePaths] = process.argv.slice(2);
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  // The tools' first line runs `node` from the PATH: it must be ours.
  PATH: `${join(process.cwd(), "node_modules", ".bin")}:${process.env.PATH}`,
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
};
if (["first", "rest", "outside"].includes(asked)) environment.TEST_TIER = asked;
if (asked === "long") environment.TEST_SCALE = "long";
if (asked === "first") {
  environment.TEST_SCALE = "sample";
  environment.TEST_SEED ??= String(randomInt(1_000_000_000));
  process.stdout.write(`The seed of this run is ${environment.TEST_SEED}.\n`);
}

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
/** Fault, attack and browser tests start the built site. */
const build: Stage = {
  name: "build",
  run: () => oneOf(process.execPath, ["bin/estival.mjs", "build"]),
};

const inNode = (...paths: string[]): Stage => ({
  name: "unit, database, fault and attack tests",
  run: async () => {
    const code = await run("vitest", [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${vitestReport}`,
      ...paths,
    ]);
    const report = readReport<VitestReport>(vitestReport);
    failures.push(...failedInVitest(report));
    return counted({ passed: report?.numPassedTests, failed: report?.numFailedTests }, code);
  },
});

const inBrowser = (...paths: string[]): Stage => ({
  name: "browser tests",
  run: async () => {
    const browser = await findBrowser();
    if ("complaint" in browser) {
      process.stdout.write(`${browser.complaint} The browser tests count as failed.\n`);
      return failedOnce;
    }
    environment.CHROMIUM_PATH = browser.path;
    const code = await run("playwright", ["test", "--reporter=list,json", ...paths]);
    const report = readReport<PlaywrightReport>(playwrightReport);
    const failed = failedInPlaywright(report);
    const passed = report?.stats.expected;
    if (code !== 0 && failed.length > 0 && asked === "rest") {
      process.stdout.write("\n== the failed browser tests once more, alone\n");
      await run("playwright", ["test", "--reporter=list,json", "--last-failed", "--workers=1"]);
      const again = failedInPlaywright(readReport<PlaywrightReport>(playwrightReport));
      const names = new Set(again.map(nameOf));
      flaky.push(...failed.map(nameOf).filter((name) => !names.has(name)));
      failures.push(...again);
      return { passed: (passed ?? 0) + failed.length - again.length, failed: again.length };
    }
    failures.push(...failed);
    return counted({ passed, failed: failed.length }, code);
  },
});

const tests = [build, inNode(), inBrowser()];
const everything = [...lint, ...types, ...tests];
const selections: Record<string, Stage[]> = {
  first: everything,
  rest: tests,
  outside: [build, inNode()],
  long: everything,
  lint,
  types,
};

function testsUnder(paths: readonly string[]): Stage[] {
  const named = paths.map((path) => relative(process.cwd(), path));
  const journeys = named.filter((path) => path.startsWith("test/e2e"));
  const others = named.filter((path) => !path.startsWith("test/e2e"));
  const needsBuild = journeys.length > 0 || others.some((path) => ofTheBuiltSite.test(path));
  return [
    ...(needsBuild ? [build] : []),
    ...(others.length > 0 ? [inNode(...others)] : []),
    ...(journeys.length > 0 ? [inBrowser(...journeys)] : []),
  ];
}

/** Everything under `test`, but for what runs in the test's own process. */
const ofTheBuiltSite = /^test(?!\/(?:access|model|money|permutations|races|support)\b)/;
const failedOnce: Counts = { passed: 0, failed: 1 };

const failures: string[] = [];
/** Browser tests that failed and passed when they ran once more. */
const flaky: string[] = [];
/** The last pieces of the present program's standard error, at most `keptComplaints`. */
let complaints: string[] = [];
const keptComplaints = 60;
const total: Counts = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const stage of selections[asked] ?? testsUnder([asked, ...morePaths])) {
  process.stdout.write(`\n== ${stage.name}\n`);
  const begun = performance.now();
  const named = failures.length;
  const { passed, failed } = await stage.run();
  total.passed += passed;
  total.failed += failed;
  // A crash, or an error outside any test, has no name in a report.
  if (failed > 0 && failures.length === named) failures.push(`FAILED ${stage.name}\n${complaints.join("")}`);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(7);
  summary.push(`${seconds} s  ${stage.name}: ${passed} passed, ${failed} failed`);
}
rmSync(reports, { recursive: true, force: true });
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
if (failures.length > 0) process.stdout.write(`\n${failures.join("\n\n")}\n`);
if (flaky.length > 0) process.stdout.write(`\n${flaky.map((name) => `FLAKY ${name}`).join("\n")}\n`);
process.stdout.write(`\n${summary.join("\n")}\n${total.passed} passed, ${total.failed} failed\n`);

/** Title and file, which are the first two lines of what is told of a failure. */
function nameOf(failure: string): string {
  return failure
    .split("\n", 2)
    .map((line) => line.replace(/^FAILED /, "").trim())
    .join(", ");
}

/** A stage without counts of its own counts as one. */
async function oneOf(program: string, args: string[]): Promise<Counts> {
  return (await run(program, args)) === 0 ? { passed: 1, failed: 0 } : failedOnce;
}

/** Counts of a report; a run that failed for another reason than a test (nothing found, a crash) is one failure. */
function counted({ passed = 0, failed = 0 }: Partial<Counts>, code: number): Counts {
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined; // the tool wrote no report
  }
}

function run(program: string, args: string[]): Promise<number> {
  complaints = [];
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ["ignore", "inherit", "pipe"], env: environment });
    child.stderr.on("data", (piece: Buffer) => {
      process.stderr.write(piece);
      complaints = [...complaints, piece.toString()].slice(-keptComplaints);
    });
    child.on("error", (error) => {
      process.stdout.write(`${program} does not run: ${error.message}\n`);
      done(1);
    });
    // Not "close": a process left by a test may keep standard error open.
    child.on("exit", (code) => setTimeout(done, 200, code ?? 1));
  });
}
