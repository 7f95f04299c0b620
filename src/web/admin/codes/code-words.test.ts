import { expect, it } from "vitest";
import { exampleInWords } from "./code-words.ts";

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
