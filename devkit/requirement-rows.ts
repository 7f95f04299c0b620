/**
 * Writes docs/requirements.md: each row of the requirements, a few words on it, and the tests that show it. The rows
 * are read from the titles of tests and from their tables, so the page says what the tests say and nothing else.
 *
 *     npm run rows
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { contextRows, equalRows } from "./requirement-notes.ts";
import { promiseWords, rowWords } from "./requirement-words.ts";
import { allPromises, allRows, promisesIn, rowsIn, wordsOfTests } from "./row-ids.ts";

const page = "docs/requirements.md";
const shownBy = new Map<string, Set<string>>();
const note = (id: string, file: string) => shownBy.set(id, (shownBy.get(id) ?? new Set()).add(file));

for (const file of testFiles()) {
  const { titles, strings } = wordsOfTests(file, readFileSync(file, "utf8"));
  for (const id of [...titles, ...strings].flatMap(rowsIn)) note(id, file);
  for (const id of titles.flatMap(promisesIn)) note(id, file);
}

const unknown = [...shownBy.keys()].filter((id) => !allRows.includes(id) && !allPromises.includes(id));
if (unknown.length > 0) {
  process.stderr.write(`Tests name rows that do not exist: ${unknown.join(", ")}\n`);
  process.exit(1);
}

const line = (id: string, words: string, tests: string) => `| ${id} | ${words} | ${tests} |`;
const testsOf = (id: string) => [...(shownBy.get(id) ?? [])].sort().join(", ");

const rows = allRows.flatMap((id) => {
  const tests = testsOf(id);
  const equal = equalRows[id];
  if (tests) return [line(id, rowWords[id] ?? "", tests)];
  if (equal) return [line(id, `= ${equal}`, testsOf(equal) || "-")];
  const context = contextRows[id];
  return context ? [line(id, `context: ${context}`, "-")] : [];
});
const promises = allPromises.flatMap((id) => {
  const tests = testsOf(id);
  return tests ? [line(id, promiseWords[id] ?? "", tests)] : [];
});

writeFileSync(
  page,
  `# Requirements and the tests that show them

Written by \`npm run rows\` from the titles of the tests; do not edit by hand. A row that is not here has no test yet.

## What the site does

| ID | in a few words | tests |
| --- | --- | --- |
${rows.join("\n")}

## What never happens (I), and what is survived (F)

| ID | in a few words | tests |
| --- | --- | --- |
${promises.join("\n")}
`,
);
const shown = allRows.filter((id) => shownBy.has(id));
const wordless = [...shownBy.keys()].filter((id) => !(rowWords[id] ?? promiseWords[id]));
process.stdout.write(
  `${page}: ${shown.length} of ${allRows.length} rows have a test, ${rows.length - shown.length} are context or equal another; ${promises.length} of ${allPromises.length} promises have a test.\n`,
);
if (wordless.length > 0)
  process.stdout.write(`Without words in devkit/requirement-words.ts: ${wordless.join(", ")}\n`);

/** Every test file but the one that tests this reading, whose rows are made up. */
function testFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  return [...new Set(listed.split("\n"))]
    .filter((file) => /\.(test|e2e)\.tsx?$/.test(file) && file !== "devkit/row-ids.test.ts")
    .sort();
}
