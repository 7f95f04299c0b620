/**
 * `npm run catalogue`: how much of the catalogue of what may go wrong is tested, counted from the tables that the tests
 * themselves run and, for attacks, from a run of them. Scenarios that assert the same count once.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { roleKeys, sights } from "#test/access/sight-table.ts";
import type { RecordedAttack } from "#test/attacks/attack-record.ts";
import { officePoints, purchasePoints, refundPoints, sweepPoints } from "#test/faults/crash-table.ts";
import { allCases } from "#test/permutations/notice-cases.ts";
import { pairs } from "#test/races/pair-stages.ts";

/** Groups that belong to the offline gate, which is not built. */
const notOurs = [69, 111, 116, 117];
const groups = Array.from({ length: 118 }, (_, n) => n + 1).filter((n) => !notOurs.includes(n));

const folder = mkdtempSync(join(tmpdir(), "estival-catalogue-"));
const record = join(folder, "attacks.jsonl");
const report = join(folder, "report.json");
const vitest = join("node_modules", "vitest", "vitest.mjs");
// every test whose title names an attack, wherever it lies
const ran = spawnSync(
  // not by its own first line: that may find an older Node
  process.execPath,
  [vitest, "run", "-t", "[aA]ttacks? \\d", "--reporter=json", `--outputFile.json=${report}`],
  {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ATTACK_RECORD: record },
  },
);

type Report = {
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};
const results = (JSON.parse(readFileSync(report, "utf8")) as Report).testResults.flatMap((file) =>
  file.assertionResults.filter(({ status }) => status !== "pending" && status !== "skipped"),
);
const failed = results.filter(({ status }) => status !== "passed");
const shown = new Set(
  results.filter(({ status }) => status === "passed").flatMap(({ fullName }) => groupsIn(fullName)),
);
const attacks: RecordedAttack[] = existsSync(record)
  ? readFileSync(record, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
  : [];
const broken = attacks.filter(({ status }) => status >= 500);
rmSync(folder, { recursive: true, force: true });

const distinct = (names: readonly string[]) => new Set(names).size;
const crashes = [
  ...purchasePoints.map(({ at }) => at),
  ...refundPoints,
  ...sweepPoints.bare,
  ...sweepPoints.withPage,
  ...officePoints,
];
const lines: [what: string, count: number, wanted: number, note: string][] = [
  [
    "races: pairs of acts on one order",
    distinct(pairs.map(({ stage, one, other }) => `${stage}|${[one, other].sort().join("|")}`)),
    40,
    "test/races/pairs.test.ts",
  ],
  [
    "crash points, each once and (TEST_SCALE=long) twice",
    distinct(crashes),
    20,
    "test/faults/crash-table.ts",
  ],
  [
    "orders of the provider's notices",
    distinct(allCases().map(({ name }) => name)),
    2000,
    "test/permutations (all with TEST_SCALE=long)",
  ],
  ["attack groups shown", groups.filter((group) => shown.has(group)).length, groups.length, missing()],
  [
    "single attack requests",
    distinct(attacks.map(({ what }) => what)),
    350,
    `${attacks.length} sent, ${broken.length} answered 5xx`,
  ],
  [
    "who sees which rows: roles x tables",
    roleKeys.length * Object.keys(sights).length,
    1,
    "test/access/row-security.test.ts",
  ],
];
console.log("| what | counted | wanted | |\n| --- | --- | --- | --- |");
for (const [what, count, wanted, note] of lines) console.log(`| ${what} | ${count} | ${wanted} | ${note} |`);
for (const { fullName } of failed) console.log(`failed: ${fullName}`);
for (const { what, status } of broken.slice(0, 10)) console.log(`${status}: ${what.slice(0, 200)}`);
const enough = lines.every(([, count, wanted]) => count >= wanted);
process.exitCode = enough && failed.length === 0 && broken.length === 0 && ran.status === 0 ? 0 : 1;

/** "(attacks 97, 99 and 101)", "attack 20 to 25" */
function groupsIn(title: string): number[] {
  return [...title.matchAll(/\b[aA]ttacks? (\d+(?:(?:, | and | to )\d+)*)/g)].flatMap(([, list = ""]) =>
    list.split(/, | and /).flatMap((part) => {
      const [from = 0, to = from] = part.split(" to ").map(Number);
      return Array.from({ length: to - from + 1 }, (_, n) => from + n);
    }),
  );
}

function missing(): string {
  const not = groups.filter((group) => !shown.has(group));
  return not.length === 0 ? "all but the offline gate's" : `not shown: ${not.join(", ")}`;
}
