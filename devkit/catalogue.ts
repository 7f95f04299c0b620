/**
 * `npm run catalogue`: how much of what may go wrong is tested. It runs every test whose title names an attack, in Node
 * and in the browser, one at least for each invariant and fault, and those of the tables that tests are generated from,
 * and counts what passed. TEST_SCALE=long plays all of the tables.
 */
import { countScenarios, tables } from "./catalogue/counted-scenarios.ts";
import { runTitledTests } from "./catalogue/run-titled-tests.ts";
import { chooseFiles } from "./catalogue/titled-files.ts";
import { allPromises, attacksIn, promisesIn } from "./row-ids.ts";

/** They belong to the door without a network, which is not built. */
const doorsAttacks = [69, 111, 116, 117];
const doorsPromises = ["I16", "F46", "F47", "F48"];
/** Nothing to test, but to do: docs/operations.md has its log. */
const drills = ["F33"];

const begun = performance.now();
const ran = await runTitledTests(/[aA]ttacks? \d|\b[IF]\d{1,2}\b/, chooseFiles(tables));
const passed = ran.tests.filter(({ hasPassed }) => hasPassed);
const failed = ran.tests.filter(({ hasPassed }) => !hasPassed);
const broken = ran.attacks.filter(({ status, test }) => status >= 500 && attacksIn(test).length > 0);

const groups = Array.from({ length: 118 }, (_, n) => n + 1).filter((n) => !doorsAttacks.includes(n));
const named = (kind: string) =>
  allPromises.filter((id) => id.startsWith(kind) && !doorsPromises.includes(id) && !drills.includes(id));
const shown = new Set<number | string>(
  passed.flatMap(({ title }) => [...attacksIn(title), ...promisesIn(title)]),
);
const ofThese = (what: string, all: readonly (number | string)[], but: string) => {
  const missing = all.filter((one) => !shown.has(one));
  const note = missing.length === 0 ? `all but ${but}` : `not named: ${missing.join(", ")}`;
  return { what, count: all.length - missing.length, wanted: all.length, note };
};

const lines = [
  ofThese(
    "groups of attacks that passing tests name",
    groups,
    `the offline door's (${doorsAttacks.join(", ")})`,
  ),
  ofThese("invariants (I) that passing tests name", named("I"), "I16, the offline door's"),
  ofThese(
    "faults (F) that passing tests name",
    named("F"),
    "F46 to F48, the offline door's, and the drill F33",
  ),
  ...countScenarios(ran),
];
console.log("| what | counted | wanted | |\n| --- | --- | --- | --- |");
for (const { what, count, wanted, note } of lines)
  console.log(`| ${what} | ${count} | ${wanted ?? ""} | ${note} |`);
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(
  `\n${passed.length} tests passed, ${failed.length} failed, ${broken.length} attacks answered 5xx, in ${seconds} s`,
);
for (const complaint of ran.complaints) console.log(complaint);
for (const { file, title } of failed) console.log(`failed: ${file}: ${title}`);
for (const { what, status } of broken.slice(0, 10)) console.log(`${status}: ${what.slice(0, 200)}`);
const isEnough = lines.every(({ count, wanted }) => count >= (wanted ?? 1));
process.exitCode = isEnough && failed.length + broken.length + ran.complaints.length === 0 ? 0 : 1;
