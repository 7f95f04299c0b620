/**
 * `npm run bench [goal ...]`: the figures that matter, each beside its yardstick in the same run, as a table and as
 * JSON under bench-results/. ROUNDS and SECONDS change the length; a quiet machine changes the truth.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { openBenchDatabase } from "./bench/bench-database.ts";
import { openBenchSite } from "./bench/bench-site.ts";
import { measureChanges, metricsToken } from "./bench/change-goal.ts";
import { measureExpiry } from "./bench/expiry-goal.ts";
import type { GoalResult } from "./bench/goal.ts";
import { measureHolds } from "./bench/hold-goals.ts";
import { measureLetters } from "./bench/letter-goal.ts";
import { measureLine } from "./bench/line-goal.ts";
import { measureList } from "./bench/list-goal.ts";
import { measureEnumeration, measureLogins } from "./bench/login-goals.ts";
import { measureMail } from "./bench/mail-goal.ts";
import { measureOfficeLists } from "./bench/office-list-goal.ts";
import { measurePages } from "./bench/page-goals.ts";
import { measureReports } from "./bench/report-goals.ts";
import { measureRoom } from "./bench/room-goal.ts";
import { measureSettlements } from "./bench/settle-goal.ts";
import { measureSpeed } from "./bench/speed-goal.ts";
import { measureStarts } from "./bench/start-goal.ts";
import { measureWeights } from "./bench/weight-goals.ts";
import { findPgbench } from "./bench/yardsticks.ts";

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 4);
const wanted = process.argv.slice(2).map((goal) => goal.toUpperCase());
const asked = (goal: string) => wanted.length === 0 || wanted.includes(goal);
const folder = mkdtempSync(join(tmpdir(), "estival-bench-"));
const results: GoalResult[] = [];

if (asked("G1")) {
  const pgbench = findPgbench();
  if (!pgbench)
    throw new Error("D is counted by pgbench: install PostgreSQL's client programs (Debian: postgresql).");
  const site = await openBenchSite({ PROVIDER_RATE: "0", TRUST_PROXY: "1" }, 3311);
  results.push(
    ...(await measureHolds({ site, pgbench, rounds, seconds, folder }).finally(() => site.close())),
  );
}
if (asked("G2")) results.push(await measureSettlements({ rounds, folder }));
if (asked("G2B")) results.push(await measureLine({ folder }));
if (asked("G2C") || asked("I26")) {
  const site = await openBenchSite({ PROVIDER_RATE: "0", TRUST_PROXY: "1", HASH_CONCURRENCY: "1" }, 3313);
  try {
    if (asked("G2C")) results.push(...(await measureLogins({ site, rounds, seconds })));
    if (asked("I26")) results.push(...(await measureEnumeration({ site })));
  } finally {
    await site.close();
  }
}
if (asked("ROOM")) {
  const site = await openBenchSite({ PROVIDER_RATE: "0", TRUST_PROXY: "1" }, 3320);
  results.push(await measureRoom({ site, rounds, seconds, folder }).finally(() => site.close()));
}
if (asked("G3")) {
  const site = await openBenchSite({ PROVIDER_RATE: "0", TRUST_PROXY: "1" }, 3314);
  results.push(...(await measurePages({ site, rounds, seconds }).finally(() => site.close())));
}
if (asked("G3C")) {
  const site = await openBenchSite({ PROVIDER_RATE: "0", METRICS_TOKEN: metricsToken }, 3315);
  results.push(await measureChanges(site).finally(() => site.close()));
}
if (asked("G4") || asked("G4B")) results.push(...(await measureWeights()));
if (asked("G5")) results.push(...(await measureSpeed({ rounds })));
if (asked("G12")) {
  const site = await openBenchSite({ PROVIDER_RATE: "0" }, 3317);
  results.push(await measureList({ site, rounds }).finally(() => site.close()));
}
if (asked("G12B")) {
  const site = await openBenchSite({ PROVIDER_RATE: "0" }, 3318);
  results.push(await measureOfficeLists({ site, rounds }).finally(() => site.close()));
}
if (["G6", "G6B", "G7", "G8"].some(asked)) {
  const site = await openBenchSite({ PROVIDER_RATE: "0" }, 3316);
  results.push(...(await measureReports({ site, rounds, folder }).finally(() => site.close())));
}
if (asked("G14")) {
  const bench = await openBenchDatabase();
  results.push(...(await measureLetters({ bench, rounds }).finally(() => bench.close())));
}
if (asked("I21")) results.push(await measureMail({ rounds, folder }));
if (asked("G11")) results.push(...(await measureStarts({ rounds })));

if (asked("G13")) {
  const site = await openBenchSite({ PROVIDER_RATE: "0", TRUST_PROXY: "1" }, 3319);
  results.push(...(await measureExpiry({ site, rounds, seconds }).finally(() => site.close())));
}

rmSync(folder, { recursive: true, force: true });
const at = new Date().toISOString();
mkdirSync("bench-results", { recursive: true });
writeFileSync(
  join("bench-results", `${at.replaceAll(":", "-")}.json`),
  JSON.stringify({ at, cpus: cpus().length, node: process.version, rounds, seconds, results }, null, 2),
);
console.log(`\n${rounds} rounds of ${seconds} s, ${cpus().length} cores, Node ${process.version}\n`);
console.log("| goal | what | figure | ratio | wanted | met |\n| --- | --- | --- | --- | --- | --- |");
for (const { goal, what, figure, ratio, wanted: goalText, met } of results) {
  console.log(`| ${goal} | ${what} | ${figure} | ${ratio} | ${goalText} | ${met ? "yes" : "NO"} |`);
}
process.exitCode = results.every((result) => result.met) ? 0 : 1;
