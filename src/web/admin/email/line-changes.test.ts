import { describe, expect, it } from "vitest";
import { lineChanges } from "./line-changes.ts";

const marked = (before: string, after: string) =>
  lineChanges(before, after).map((change) =>
    change.kind === "skipped"
      ? `… ${change.lines}`
      : `${{ gone: "-", new: "+", same: " " }[change.kind]}${change.words}`,
  );

describe("what changed between two versions", () => {
  it("is nothing when they are equal", () => expect(marked("a\nb\nc", "a\nb\nc")).toEqual([]));
  it("keeps the lines they share, and leaves out those far from a change", () =>
    expect(marked("1\n2\n3\n4\n5\nx\n7", "1\n2\n3\n4\n5\ny\nz\n7")).toEqual([
      "… 3",
      " 4",
      " 5",
      "-x",
      "+y",
      "+z",
      " 7",
    ]));
  it("finds lines that moved between others", () =>
    expect(marked("a\nb\nc", "b\na\nc")).toEqual(["-a", " b", "+a", " c"]));
  it("shows texts without a common line as a whole, also long ones", () => {
    const long = (word: string) => Array.from({ length: 600 }, (_, at) => `${word}${at}`).join("\n");
    expect(marked(long("a"), long("b"))).toHaveLength(1200);
    expect(marked("", "a")).toEqual(["-", "+a"]);
  });
});
