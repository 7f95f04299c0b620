import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { attacksIn, promisesIn, wordsOfTests } from "../row-ids.ts";

type TitledFile = { readonly path: string; readonly titles: readonly string[]; readonly length: number };

/**
 * The test files to run: each that names an attack, those of the tables, and of the others only as many as it takes to
 * have every promise (I, F) named by one of them, the short ones first. `npm test` runs them all.
 */
export function chooseFiles(tables: readonly string[]): { inNode: string[]; inBrowser: string[] } {
  const files = titledFiles();
  const chosen = new Set(
    files
      .filter(
        ({ path, titles }) => tables.includes(path) || titles.some((title) => attacksIn(title).length > 0),
      )
      .map(({ path }) => path),
  );
  const others = files
    .filter(({ path }) => path.includes(".test.") && !chosen.has(path))
    .sort((one, other) => one.length - other.length);
  const namedBy = ({ titles }: TitledFile) => titles.flatMap(promisesIn);
  const named = new Set(files.filter(({ path }) => chosen.has(path)).flatMap(namedBy));
  const adds = (file: TitledFile) => new Set(namedBy(file).filter((id) => !named.has(id))).size;
  for (;;) {
    const best = others.reduce<TitledFile | undefined>(
      (found, file) => (adds(file) > (found ? adds(found) : 0) ? file : found),
      undefined,
    );
    if (!best) break;
    chosen.add(best.path);
    for (const id of namedBy(best)) named.add(id);
  }
  const paths = [...chosen].sort();
  return {
    inNode: paths.filter((path) => path.includes(".test.")),
    inBrowser: paths.filter((path) => path.endsWith(".e2e.ts")),
  };
}

function titledFiles(): TitledFile[] {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
  return [...new Set(execFileSync("git", listed, { encoding: "utf8" }).split("\n"))]
    .filter((path) => /\.(?:test\.tsx?|e2e\.ts)$/.test(path) && path !== "devkit/row-ids.test.ts")
    .filter((path) => existsSync(path))
    .map((path) => {
      const source = readFileSync(path, "utf8");
      return { path, titles: wordsOfTests(path, source).titles, length: source.length };
    });
}
