/**
 * `npm run rows`: writes the last column of docs/requirements.md, the test files that carry each ID. The IDs, the words
 * and the notes ("none: ...") are the document's own.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const page = "docs/requirements.md";
const row = /^\| ([ABIF]\d+(?:-\d+)?) \| (.*?) \| (.*) \|$/;

type Requirement = { readonly id: string; readonly words: string; readonly last: string };

export function readRequirements(): Requirement[] {
  return readFileSync(page, "utf8").split("\n").flatMap(requirementIn);
}

/** Which test files carry which ID; comments do not count. */
export function filesByRow(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of testFiles()) {
    const lines = readFileSync(file, "utf8").split("\n");
    const code = lines.filter((line) => !/^\s*(\/\/|\/?\*)/.test(line)).join("\n");
    for (const id of new Set(idsIn(code))) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

/** `A3-14..A3-16` and `A3-14..16` are three rows, `I1-I3` and `I1..I3` three promises. */
export function idsIn(text: string): string[] {
  const ids: string[] = [];
  const add = (start: string, first: string, last = first) => {
    for (let n = Number(first); n <= Number(last); n += 1)
      ids.push(start + (start.endsWith("-") ? String(n).padStart(2, "0") : n));
  };
  for (const [, start = "", first = "", last] of text.matchAll(
    /\b([AB]\d{1,2}-)(\d{2})(?:\.\.(?:\1)?(\d{2}))?(?!\d)/g,
  ))
    add(start, first, last);
  for (const [, start = "", first = "", last] of text.matchAll(
    /(?<!%)\b([IF])(\d{1,2})(?:(?:-|\.\.)\1(\d{1,2}))?\b/g,
  ))
    add(start, first, last);
  return ids;
}

function requirementIn(line: string): Requirement[] {
  const [, id, words = "", last = ""] = row.exec(line) ?? [];
  return id ? [{ id, words, last }] : [];
}

function testFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  const isTest = (file: string) =>
    /\.(test|e2e)\.tsx?$/.test(file) && !file.startsWith("devkit/requirements.");
  return [...new Set(listed.split("\n"))].filter((file) => isTest(file) && existsSync(file)).sort();
}

function writeRequirements(): void {
  const files = filesByRow();
  const written = (line: string) =>
    requirementIn(line)
      .map(({ id, words, last }) => {
        const note = last.startsWith("none: ") ? last : "";
        return `| ${id} | ${words} | ${files.get(id)?.join(", ") ?? note} |`;
      })
      .join("") || line;
  writeFileSync(page, readFileSync(page, "utf8").split("\n").map(written).join("\n"));
}

if (import.meta.main) writeRequirements();
