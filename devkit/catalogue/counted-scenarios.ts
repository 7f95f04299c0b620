import { rights, roleKeys, sights, situationsOf, viewOf } from "#test/access/sight-table.ts";
import { doors, exportedFiles, formsAt, officeCalls, outsiders } from "#test/attacks/back-office-doors.ts";
import { officePoints, purchasePoints, refundPoints, sweepPoints } from "#test/faults/crash-table.ts";
import { allCases, casesOfRun, type NoticeCase } from "#test/permutations/notice-cases.ts";
import { pairs } from "#test/races/pair-stages.ts";
import { attacksIn } from "../row-ids.ts";
import type { TitledRun } from "./run-titled-tests.ts";

/** A line of the catalogue. */
export type Counted = {
  readonly what: string;
  readonly count: number;
  /** How many there must be; null where nobody has said. */
  readonly wanted: number | null;
  readonly note: string;
};

const files = {
  races: "test/races/pairs.test.ts",
  crashes: "test/faults/crash-points.test.ts",
  officeCrashes: "test/faults/office-crashes.test.ts",
  notices: "test/permutations/notice-permutations.test.ts",
  rows: "test/access/row-security.test.ts",
  rights: "test/access/rights.test.ts",
  office: "test/access/back-office-rights.test.ts",
  doors: "test/attacks/back-office.test.ts",
} as const;
/** Where the tables are played. */
export const tables: readonly string[] = Object.values(files);

const distinct = (keys: readonly string[]) => new Set(keys).size;
const isLong = process.env.TEST_SCALE === "long";

/**
 * Scenarios of the tables that the tests generate themselves from, each counted by what it does and asserts: two that
 * differ in their name alone are one. A table counts when tests of its file ran and none of them failed.
 */
export function countScenarios({ tests, attacks }: TitledRun): Counted[] {
  const passedIn = (file: string, words = "") => {
    const mine = tests.filter((test) => test.file === file);
    if (mine.some(({ hasPassed }) => !hasPassed)) return [];
    return mine.filter(({ title }) => title.includes(words));
  };
  const shownBy = (file: string, count: number) => (passedIn(file).length > 0 ? count : 0);
  const line = (what: string, count: number, wanted: number | null, note: string): Counted => ({
    ...{ what, count, wanted, note },
  });
  const deaths = deathsIn(tests.filter(({ hasPassed }) => hasPassed).map(({ title }) => title));
  const cases = distinct(allCases().map(whatHappens));
  const played = distinct(casesOfRun(Number(process.env.TEST_SEED ?? 1)).map(whatHappens));
  const sent = attacks.filter(({ test }) => attacksIn(test).length > 0);

  const ofSql = Object.keys(sights).length - Object.keys(viewOf).length;
  const situations = situationsOf({ ana: "", dan: "", nobody: "" }).length;
  const statements = Object.values(rights).reduce(
    (sum, { admin = {} }) => sum + Object.keys(admin).length,
    0,
  );
  const buttons = doors.reduce((sum, door) => sum + formsAt(door).length, 0);
  // outsiders, who is nobody, and who has nothing but the demo's flag
  const callers = outsiders.length + 2;

  return [
    line(
      "races: two acts at once on one order",
      shownBy(
        files.races,
        distinct(pairs.map(({ stage, one, other }) => `${stage}|${[one, other].sort().join("|")}`)),
      ),
      40,
      "each held against both orders of the two",
    ),
    line("points to die at by kill -9: died at", deaths.once.size, 20, "test/faults"),
    line(
      "points to die at by kill -9: died at twice",
      deaths.twice.size,
      isLong ? 20 : null,
      isLong ? "test/faults" : "all of them with TEST_SCALE=long",
    ),
    line(
      "orders of the provider's notices: in the table",
      shownBy(files.notices, cases),
      2000,
      "no two with the same moves",
    ),
    line(
      "orders of the provider's notices: played now",
      shownBy(files.notices, played),
      isLong ? 2000 : null,
      isLong ? "all of them" : "all of them with TEST_SCALE=long",
    ),
    line(
      "single attack requests",
      distinct(sent.map(({ what }) => what)),
      350,
      `of ${sent.length} sent, without those that differ in ids and tokens only`,
    ),
    line(
      "who sees which rows: roles x tables x who asks",
      shownBy(files.rows, roleKeys.length * Object.keys(sights).length * situations),
      null,
      "as plain SQL, row security",
    ),
    line(
      "who may insert, update, delete: roles x tables x verbs",
      shownBy(files.rights, passedIn(files.rights, "is for").length * ofSql * 3),
      null,
      "as plain SQL, the first two column by column",
    ),
    line("statements that overstep", passedIn(files.rights, "does nothing: ").length, null, "as plain SQL"),
    line(
      "what the back-office writes, by others: callers x statements",
      passedIn(files.office).length * statements,
      null,
      "as plain SQL, in the transaction that the site would open for them",
    ),
    line(
      "addresses and buttons of the back-office x callers",
      shownBy(files.doors, (doors.length + buttons) * callers + doors.length),
      null,
      `over HTTP: ${doors.length} addresses, ${buttons} buttons, ${callers} callers without the right, and who has it`,
    ),
    line(
      "calls and files of the back-office x callers",
      shownBy(
        files.doors,
        Object.values(officeCalls).flatMap(({ refused }) => refused).length + exportedFiles.length,
      ),
      null,
      "over HTTP",
    ),
  ];
}

/** What happens in a case, whatever it is called: what was before, each move in its order, and how they come. */
const whatHappens = ({ course, delivery, moves }: NoticeCase) =>
  JSON.stringify([course.before, delivery, moves]);

/** At which points of the tables a process died in these tests, and at which it died there again. */
function deathsIn(titles: readonly string[]): { once: Set<string>; twice: Set<string> } {
  const points = [
    ...purchasePoints.map(({ at }) => at),
    ...refundPoints,
    ...[...sweepPoints.bare, ...sweepPoints.withPage],
    ...officePoints,
  ];
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const title of titles)
    for (const [, at = "", again] of title.matchAll(
      /\bat ([a-z-]+[._][a-z._-]+)(, and there again| twice)?:/g,
    ))
      if (points.includes(at)) {
        once.add(at);
        if (again) twice.add(at);
      }
  return { once, twice };
}
