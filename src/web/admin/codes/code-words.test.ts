import { describe, expect, it } from "vitest";
import { codeTexts } from "./code-texts.ts";
import { codeWarnings, exampleInWords } from "./code-words.ts";

const said = (kind: string, percent: string, amount = "") => exampleInWords({ kind, percent, amount });

it.each([
  [said("percent", "10"), "Un bilet de 80 LEI devine 72 LEI."],
  [said("percent", " 1 "), "Un bilet de 80 LEI devine 79,20 LEI."],
  [said("percent", "100"), "Un bilet de 80 LEI devine gratuit."],
  [said("fixed", "10", "15,5"), "Un bilet de 80 LEI devine 64,50 LEI."],
  [said("fixed", "", "90"), "Un bilet de 80 LEI devine gratuit."],
])("a code is shown by an example: %s", (words, due) => {
  expect(words).toBe(due);
});

it("there is no example while nothing is typed that lowers a price, and of a code that opens", () => {
  const none = [said("percent", ""), said("percent", "0"), said("percent", "101"), said("percent", "1e1")];
  expect([...none, said("fixed", "10", "0"), said("fixed", "10", "x"), said("unlock", "10", "5")]).toEqual(
    Array(7).fill(null),
  );
});

describe("what is odd about a code", () => {
  const plain = {
    kind: "percent",
    percent: "100",
    amount: "",
    types: [],
    uses: "",
    per_person: "",
    ends_at: "",
  };
  const types = [
    { id: "cheap", lowest: 8_000 },
    { id: "dear", lowest: 12_000 },
    { id: "free", lowest: 0 },
  ];
  const now = "2031-07-01T12:00";
  const said = (about: Partial<Parameters<typeof codeWarnings>[0]>) =>
    codeWarnings({ ...plain, ...about }, types, now);

  it("is that it gives tickets away without a limit, of a type that it is for", () => {
    const limits = (about: Parameters<typeof said>[0]) => said(about).limits !== null;
    expect([
      limits({}),
      limits({ uses: "9" }),
      limits({ per_person: "1" }),
      limits({ percent: "99" }),
    ]).toEqual([true, false, false, false]);
    const fixed = { kind: "fixed", percent: "100" };
    expect([
      limits({ ...fixed, amount: "80" }),
      limits({ ...fixed, amount: "79,99" }),
      limits({ ...fixed, amount: "80", types: ["dear"] }),
      limits({ ...fixed, amount: "120", types: ["dear"] }),
      limits({ ...fixed, amount: "5", types: ["free"] }),
      limits({ kind: "unlock" }),
    ]).toEqual([true, false, false, true, false, false]);
  });

  it("is that it has ended", () => {
    expect([said({}).end, said({ ends_at: "2031-07-01T12:01" }).end]).toEqual([null, null]);
    expect(said({ ends_at: now }).end).toBe("Momentul acesta a trecut: codul nu va merge.");
  });
});

it("says how many uses the codes had and how many of them came back: one thing is counted on both sides", () => {
  expect(codeTexts.sub(2, 4, 2, "22,50")).toBe(
    "2 coduri; 4 folosiri (din care întoarse: 2), 22,50 lei reduceri",
  );
  expect(codeTexts.sub(2, 4, 0, "22,50")).toBe("2 coduri; 4 folosiri, 22,50 lei reduceri");
});
