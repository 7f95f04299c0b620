import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
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
import { dirname, join, relative, resolve } from "node:path";
import { seededRandom } from "#test/races/seeded-random.ts";
import { importsOf, trackedFiles } from "#test/support/import-graph.ts";
import { routeFiles } from "#test/support/route-list.ts";
import judged from "./judged.json" with { type: "json" };
import { type Kind, type Mutant, marked, type Place, printShares } from "./mutant.ts";

type Wanted = {
  readonly sample: number;
  readonly seed: number;
  /** How many of the drawn places were tried before: a long run may be continued. */
  readonly skip: number;
  readonly kind: string | undefined;
  readonly paths: readonly string[];
};
type DrawnPlace = Place & { readonly file: string; readonly text: string };

type Result = { readonly status: string };
type Report = { testResults: (Result & { readonly name: string; readonly assertionResults: Result[] })[] };

/** How many test files are run for one change, nearest first, and how many more when those notice nothing. */
const [nearTests, mostTests] = [5, 20];
/** What every test runs first; in the copy it also notes the places that are reached. */
const setup = "test/support/fail-on-console-error.ts";
const isTest = /\.test\.tsx?$/;
/** These start the built site, which a copy has not. */
const needsBuild = /^test\/(?:attacks|faults|site|processes)\//;

/** Changes one place at a time in a copy of the project, and runs the tests that are nearest to it. */
export async function mutateDrawn(
  { judged: list, wanted, filesOf, placesOf, mark }: Kind,
  { sample, seed, skip, kind, paths }: Wanted,
): Promise<boolean> {
  const files = trackedFiles();
  const random = seededRandom(seed);
  const places = filesOf(files)
    .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
    .flatMap((file): DrawnPlace[] => {
      const text = readFileSync(file, "utf8");
      return placesOf(file, text).map((place) => ({ ...place, file, text }));
    })
    .filter((place) => kind === undefined || place.kind === kind)
    .map((place) => ({ place, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .slice(skip, skip + sample)
    .map(({ place }) => place);
  console.log(`${places.length} changes, seed ${seed}`);
  const copy = copyOf(files);
  const nearest = testsByNearness(files);
  const runner = testRunner(copy, places, mark);
  const mutants: Mutant[] = [];
  try {
    for (const place of places) {
      const { file, text, start, end, became, kind: group } = place;
      const line = text.slice(0, start).split("\n").length;
      const tests = runner.mayReach(place, nearest(file));
      const isNoticed =
        runner.notices(place, tests.slice(0, nearTests)) || runner.notices(place, tests.slice(nearTests));
      mutants.push({ file, line, was: text.slice(start, end), became, isNoticed, group });
      console.log(`${mutants.length}. ${isNoticed ? "noticed" : "SURVIVED"}: ${group} ${file}:${line}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return printShares(mutants, judged[list], wanted);
}

/** Runs tests in the copy. What fails there without a change as well says nothing, and is left out. */
function testRunner(copy: string, places: readonly DrawnPlace[], mark: Kind["mark"]) {
  const sound = new Set<string>();
  const unsound = new Set<string>();
  /** Those that ran to their end: what they did not reach then, they never reach. */
  const whole = new Set<string>();
  const [report, reached] = [join(copy, "report.json"), join(copy, "reached.txt")];
  writeFileSync(reached, "");
  appendFileSync(join(copy, setup), 'import "#devkit/lab/mutants/note-reached.ts";\n');
  for (const { file } of places) write(file);

  function write(file: string, changed?: DrawnPlace): void {
    const own = places.flatMap((place, n) => (place.file === file ? [[place, n] as const] : []));
    const text = own[0]?.[0].text ?? "";
    writeFileSync(join(copy, file), marked(text, own, mark, changed));
  }

  /** The first test file that failed, undefined when all passed. */
  function failing(tests: readonly string[]): string | undefined {
    rmSync(report, { force: true });
    const options = ["run", "--bail=1", "--reporter=json", `--outputFile=${report}`];
    const args = ["node_modules/vitest/vitest.mjs", ...options, ...tests];
    const run = spawnSync(process.execPath, args, { cwd: copy, stdio: "ignore", timeout: 900_000 });
    const { testResults } = existsSync(report)
      ? (JSON.parse(readFileSync(report, "utf8")) as Report)
      : { testResults: [] };
    for (const { name, assertionResults } of testResults)
      if (assertionResults.length > 0 && assertionResults.every(({ status }) => status === "passed"))
        whole.add(relative(copy, name));
    if (run.status === 0) return undefined;
    const failed = testResults.find(({ status }) => status === "failed");
    return failed ? relative(copy, failed.name) : "the run itself";
  }

  return {
    /** Of tests those that reach the place, then those of which it is not known. */
    mayReach(place: DrawnPlace, tests: readonly string[]): string[] {
      if (place.isUnmarked) return tests.slice(0, mostTests);
      const lines = readFileSync(reached, "utf8").split("\n");
      const mark = `${places.indexOf(place)} `;
      const reaching = new Set(
        lines.filter((line) => line.startsWith(mark)).map((line) => relative(copy, line.slice(mark.length))),
      );
      const near = tests.filter((test) => reaching.has(test));
      const unknown = tests.filter((test) => !whole.has(test));
      return [...new Set([...near, ...reaching, ...unknown])].slice(0, mostTests);
    },

    notices(place: DrawnPlace, tests: readonly string[]): boolean {
      for (;;) {
        const able = tests.filter((test) => !unsound.has(test));
        if (able.length === 0) return false;
        write(place.file, place);
        const failed = failing(able);
        write(place.file);
        if (failed === undefined) return false;
        if (sound.has(failed) || !able.includes(failed)) return true;
        if (failing([failed]) === undefined) sound.add(failed);
        else {
          unsound.add(failed);
          console.log(`${failed} fails without a change as well`);
        }
        if (sound.has(failed)) return true;
      }
    },
  };
}

/**
 * Tests that import the file by the fewest steps, those of its folder before the others, then what else is in its folder;
 * of migrations the tests of access.
 */
function testsByNearness(files: readonly string[]): (file: string) => string[] {
  const tests = files.filter((file) => isTest.test(file) && !needsBuild.test(file));
  const importers = new Map<string, string[]>();
  const add = (to: string, from: string) => importers.set(to, [...(importers.get(to) ?? []), from]);
  for (const from of files.filter((file) => /\.tsx?$/.test(file)))
    for (const { to, kind, isType } of importsOf(from)) if (kind === "file" && !isType) add(to, from);
  for (const file of routeFiles()) add(file, "src/web/routes.ts");
  return (file) => {
    const folder = file.startsWith("migrations/") ? "test/access" : dirname(file);
    const isBeside = (test: string) => dirname(test) === folder;
    const seen = new Set([file]);
    // a set is walked to its end also while it grows: the nearest come first
    for (const one of seen) for (const importer of importers.get(one) ?? []) seen.add(importer);
    const reached = [...seen].filter((one) => tests.includes(one));
    const ordered = [...reached.filter(isBeside), ...reached, ...tests.filter(isBeside).reverse()];
    return [...new Set(ordered)];
  };
}

function copyOf(files: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), "estival-mutants-"));
  for (const file of files) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  // some tests ask git for the files of the project
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  return copy;
}
