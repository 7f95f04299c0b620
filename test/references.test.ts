import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { textOf, trackedFiles } from "./support/import-graph.ts";

/** Every number that code and tests cite is defined in docs/references.md. */
const page = readFileSync("docs/references.md", "utf8");
const tableOf = (head: string) => {
  const table = new RegExp(`^\\| ${head} +\\|[^]*?\n\n`, "m").exec(`${page}\n`)?.[0] ?? "";
  return new Set([...table.matchAll(/^\| ([A-Z]*-?\d+) +\|/gm)].map(([, id = ""]) => id));
};
const sources = trackedFiles().filter((file) => /^(?:src|test|devkit)\/.*\.tsx?$/.test(file));

/** `attacks 4 to 7 and 12` are five numbers. */
function numbersAfter(word: string, text: string): string[] {
  const found = text.matchAll(
    new RegExp(`\\b${word}s? (\\d{1,3}(?:(?:,| and| to) \\d{1,3})*)(?![\\d-])`, "gi"),
  );
  return [...found].flatMap(([, list = ""]) => {
    const parts = list.split(/,? and |, /).map((part) => part.split(" to ").map(Number));
    return parts.flatMap(([first = 0, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, n) => String(first + n)),
    );
  });
}

const cited = (idsIn: (text: string) => string[]) =>
  new Set(sources.flatMap((file) => (file === "test/references.test.ts" ? [] : idsIn(textOf(file)))));

it("defines every cited decision, attack, ambiguity and design rule", () => {
  const missing = (head: string, ids: ReadonlySet<string>) => {
    const known = tableOf(head);
    expect(known.size).toBeGreaterThan(10);
    return [...ids].filter((id) => !known.has(id));
  };
  expect(
    missing(
      "decision",
      cited((text) => numbersAfter("decision", text)),
    ),
  ).toEqual([]);
  expect(
    missing(
      "attack",
      cited((text) => numbersAfter("attack", text)),
    ),
  ).toEqual([]);
  expect(
    missing(
      "AMB",
      cited((text) => text.match(/\bAMB-\d{2}\b/g) ?? []),
    ),
  ).toEqual([]);
  expect(
    missing(
      "D",
      cited((text) => text.match(/(?<=[[("])D\d{1,2}(?=[\]),"])/g) ?? []),
    ),
  ).toEqual([]);
});

it("has a test for every attack, but those on the offline gate, which is not built", () => {
  const tests = sources.filter((file) => /\.(?:test|e2e)\.tsx?$/.test(file));
  const tried = new Set(tests.flatMap((file) => numbersAfter("attack", textOf(file))));
  expect([...tableOf("attack")].filter((id) => !tried.has(id))).toEqual(["69", "111", "116", "117"]);
});

const findings = [...page.matchAll(/^\| ([CHML]\d+|also) +\| (.+?) +\| (\S+\.test\.ts) +\|$/gm)].map(
  ([, id, title = "", file = ""]) => ({ id, title, file }),
);

it(`has the test of each of the ${findings.length} findings of an attacker`, () => {
  const ids = findings.map(({ id }) => id);
  const numbered = (letter: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${letter}${n + 1}`);
  expect(ids.filter((id) => id !== "also")).toEqual([
    ...numbered("C", 1),
    ...numbered("H", 2),
    ...numbered("M", 7),
    ...numbered("L", 10),
  ]);
  expect(ids.filter((id) => id === "also").length).toBe(7);
  expect(findings.filter(({ title, file }) => !textOf(file).includes(title))).toEqual([]);
});
