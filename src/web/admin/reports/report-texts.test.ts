import { expect, it } from "vitest";
import { specialNamePattern } from "#ticketing/events/type-family.ts";
import { reportTexts } from "./report-texts.ts";

it("the sentence about the Early Bird sign names the words that make a type special, and no others", () => {
  const [sign, ...words] = [...reportTexts.earlyNote.matchAll(/„([^”]*)”/g)].map(([, word]) => word);
  expect(sign).toBe("Early Bird");
  expect(words).toEqual(specialNamePattern.replaceAll(/\\[mM]/g, "").split("|"));
  expect(reportTexts.earlyNote).toContain("cuvântul „all”");
});
