/**
 * `npm run bench [-- P1 P4 ...]` measures the goals of docs/performance.md. Each goal has a yardstick, measured in the
 * same run: their rounds alternate, and the medians of the rounds count. ROUNDS (5) and SECONDS (4) change the length,
 * PURCHASES (1,000,000) the size of P8. OTHER_BUILD is the build folder of another copy of the project: P1 measures it
 * in rounds that alternate with ours. The figures also go to bench-results/ as JSON.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { measureDoor } from "./bench/door-goal.ts";
import type { GoalResult } from "./bench/goal.ts";
import { measureHolds } from "./bench/hold-goal.ts";
import { measurePages } from "./bench/page-goal.ts";
import { measurePhone } from "./bench/phone-goal.ts";
import { measureReports } from "./bench/report-goal.ts";
import { measureSettlements } from "./bench/settle-goal.ts";
import { measureStarts } from "./bench/start-goal.ts";

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 4);
const folder = mkdtempSync(join(tmpdir(), "estival-bench-"));
const goals = {
  P1: measureHolds,
  P2: measureSettlements,
  P4: measurePages,
  P5: measurePhone,
  P7: measureDoor,
  P8: measureReports,
  P9: measureStarts,
};
const wanted = process.argv.slice(2).map((goal) => goal.toUpperCase());
const unknown = wanted.filter((goal) => !(goal in goals));
if (unknown.length > 0)
  throw new Error(`no such goal: ${unknown.join(", ")}; there are ${Object.keys(goals).join(", ")}`);

const results: GoalResult[] = [];
try {
  for (const [goal, measure] of Object.entries(goals))
    if (wanted.length === 0 || wanted.includes(goal))
      results.push(...(await measure({ rounds, seconds, folder })));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const at = new Date().toISOString();
mkdirSync("bench-results", { recursive: true });
writeFileSync(
  join("bench-results", `${at.replaceAll(":", "-")}.json`),
  JSON.stringify({ at, cpus: cpus().length, node: process.version, rounds, seconds, results }, null, 2),
);
console.log(`\n${rounds} rounds of ${seconds} s, ${cpus().length} cores, Node ${process.version}\n`);
console.log("| goal | what | figure | ratio | wanted | met |\n| --- | --- | --- | --- | --- | --- |");
for (const { goal, what, figure, ratio, wanted: goalText, met } of results)
  console.log(`| ${goal} | ${what} | ${figure} | ${ratio} | ${goalText} | ${met ? "yes" : "NO"} |`);
process.exitCode = results.every((result) => result.met) ? 0 : 1;
