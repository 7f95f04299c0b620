import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RecordedAttack } from "#test/attacks/attack-record.ts";
import { findBrowser } from "#test/support/browser.ts";

/** One test that ran, with the titles it stands under. */
export type RanTest = { readonly file: string; readonly title: string; readonly hasPassed: boolean };

export type TitledRun = {
  readonly tests: readonly RanTest[];
  /** Every request that a test of attacks sent. */
  readonly attacks: readonly RecordedAttack[];
  /** What could not be run at all, and why. */
  readonly complaints: readonly string[];
};

/** Runs the tests of these files whose titles this pattern finds, in Node and in a browser. */
export async function runTitledTests(
  pattern: RegExp,
  files: { readonly inNode: readonly string[]; readonly inBrowser: readonly string[] },
): Promise<TitledRun> {
  const folder = mkdtempSync(join(tmpdir(), "estival-catalogue-"));
  try {
    const record = join(folder, "attacks.jsonl");
    const inNode = runVitest(pattern, files.inNode, join(folder, "vitest.json"), record);
    const inBrowser = await runPlaywright(pattern, files.inBrowser, join(folder, "playwright.json"));
    return {
      tests: [...inNode.tests, ...inBrowser.tests],
      attacks: existsSync(record) ? readFileSync(record, "utf8").trim().split("\n").map(parsed) : [],
      complaints: [...inNode.complaints, ...inBrowser.complaints],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const parsed = (line: string): RecordedAttack => JSON.parse(line);
type Ran = Pick<TitledRun, "tests" | "complaints">;

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** A slow machine is not what is counted here: tests may take long. */
function runVitest(pattern: RegExp, files: readonly string[], reportFile: string, record: string): Ran {
  const report = run<VitestReport>(
    join("node_modules", "vitest", "vitest.mjs"),
    [
      ...["run", ...files, "-t", pattern.source],
      ...["--reporter=dot", "--reporter=json", `--outputFile.json=${reportFile}`],
      ...["--testTimeout=60000", "--hookTimeout=60000"],
    ],
    { ATTACK_RECORD: record },
    reportFile,
  );
  if (!report) return { tests: [], complaints: ["vitest did not come to its end"] };
  return {
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "passed" || status === "failed")
        .map(({ status, fullName }) => ({
          ...{ file: fromHere(name), title: fullName },
          hasPassed: status === "passed",
        })),
    ),
    complaints: report.testResults
      .filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)
      .map(({ name, message }) => `${fromHere(name)} could not be read: ${message.split("\n")[0]}`),
  };
}

type Suite = {
  suites?: Suite[];
  specs: { title: string; file: string; ok: boolean; tests: { status: string }[] }[];
};

async function runPlaywright(pattern: RegExp, files: readonly string[], reportFile: string): Promise<Ran> {
  const browser = await findBrowser();
  if ("complaint" in browser) return { tests: [], complaints: [browser.complaint] };
  const report = run<{ suites: Suite[] }>(
    join("node_modules", "@playwright", "test", "cli.js"),
    [...["test", ...files], ...["--grep", pattern.source, "--reporter=dot,json"]],
    { CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile },
    reportFile,
  );
  if (!report) return { tests: [], complaints: ["playwright did not come to its end"] };
  const inSuite = ({ suites = [], specs }: Suite): RanTest[] => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== "skipped"))
      .map(({ title, file, ok }) => ({ file: join("test", "e2e", file), title, hasPassed: ok })),
    ...suites.flatMap(inSuite),
  ];
  return { tests: report.suites.flatMap(inSuite), complaints: [] };
}

/** Not by a program's own first line: that may find an older Node. What it prints goes beside the table, not into it. */
function run<Report>(
  program: string,
  args: string[],
  env: Record<string, string>,
  reportFile: string,
): Report | undefined {
  spawnSync(process.execPath, [program, ...args], {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, ...env },
  });
  return existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, "utf8")) as Report) : undefined;
}

const fromHere = (name: string) => name.replace(`${process.cwd()}/`, "");
