import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { trackedFiles } from "#test/support/import-graph.ts";
import { fromLab } from "../from-lab.ts";
import judged from "./judged.json" with { type: "json" };
import { type Mutant, printShares } from "./mutant.ts";

/** Rules: the kernel, and what is pure in the modules that sell and admit. Not the tables of texts of emails. */
const folders = /^src\/(?:kernel|ticketing\/(?:orders|stock|gate|delivery|events|people))(?=\/)/;
const texts = /\/letter-templates\/(?!ways-in-words)|\/letter-template\.ts$|\/letter-sample\.ts$/;
const isRule = (file: string) =>
  folders.test(file) && file.endsWith(".ts") && !/\.(server|test)\.ts$/.test(file) && !texts.test(file);
const folderOf = (file: string) => folders.exec(file)?.[0] ?? "";

/** Changes every rule under these paths (all of them without a path) in all ways that Stryker knows. */
export async function mutateRules(paths: readonly string[]): Promise<boolean> {
  const files = trackedFiles().filter(
    (file) => isRule(file) && (paths.length === 0 || paths.some((path) => file.startsWith(path))),
  );
  const mutants: Mutant[] = [];
  for (const [folder, some] of Map.groupBy(files, folderOf)) mutants.push(...(await mutate(folder, some)));
  return printShares(mutants, judged.rules, 0.9);
}

type Place = { readonly line: number; readonly column: number };
type Span = { readonly start: Place; readonly end: Place };
/** What is used of Stryker. */
type StrykerCore = {
  readonly Stryker: new (
    options: object,
  ) => {
    runMutationTest(): Promise<
      readonly {
        readonly status: string;
        readonly fileName: string;
        readonly location: Span;
        readonly replacement?: string;
      }[]
    >;
  };
};

/** Runs Stryker over these files with the tests of their folder. */
async function mutate(folder: string, files: readonly string[]): Promise<Mutant[]> {
  const { Stryker } = await fromLab<StrykerCore>("@stryker-mutator/core");
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "devkit/lab/mutants/vitest.config.ts", dir: folder },
    coverageAnalysis: "perTest",
    reporters: ["progress-append-only"],
    concurrency: 1,
    timeoutMS: 10_000,
    // Stryker reads it with TypeScript's older programming interface, which version 7 does not have
    tsconfigFile: "none",
    // what its copy of the project can do without
    ignorePatterns: ["/build", "/docs", "/public", "/.react-router", "/mutants-results"],
    tempDirName: "mutants-results/sandbox",
    // what was found is kept: a later run tries only what has changed since
    incremental: true,
    incrementalFile: `mutants-results/${folder.replaceAll("/", "-")}.json`,
    allowEmpty: true,
  });
  const results = await stryker.runMutationTest();
  return results
    .filter(({ status }) => status !== "CompileError" && status !== "RuntimeError" && status !== "Ignored")
    .map(({ fileName, location, replacement = "", status }) => ({
      file: relative(process.cwd(), fileName),
      line: location.start.line,
      was: textBetween(fileName, location),
      became: replacement,
      isNoticed: status === "Killed" || status === "Timeout",
      group: folder,
    }));
}

function textBetween(file: string, { start, end }: Span): string {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? "";
  lines[0] = lines[0]?.slice(start.column - 1) ?? "";
  return lines.join("\n");
}
