import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { tillLines } from "./till-list.tsx";

it("the earlier tills of a phone are one line that says how many, until when, and their sums", () => {
  const phone = { phoneId: "a" as Uuid, phoneName: "A1", gateName: "Mare", isLeft: false };
  const at = new Date("2027-07-24T19:00:00Z");
  const counts = { opening: 0, expected: 26_050, counted: 26_000 };
  const lines = tillLines([
    { ...phone, tills: 20, seq: 40, at, ...counts },
    { ...phone, tills: 1, seq: 42, at, ...counts },
    { ...phone, tills: 1, seq: null, at: null, opening: 0, expected: 100, counted: null },
  ]);
  expect(lines.map(({ name, expected, counted }) => [name, expected, counted])).toEqual([
    ["Mare, A1, 20 de case predate până la 24.07.2027, 22:00", "260,50 lei", "260 lei"],
    ["Mare, A1, predată 24.07.2027, 22:00", "260,50 lei", "260 lei"],
    ["Mare, A1, deschisă", "1 lei", ""],
  ]);
});
