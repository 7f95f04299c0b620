import { expect, it } from "vitest";
import { nightCostTexts } from "./night-changes-texts.ts";

it("a letter to a guest of a list is never counted as one of an order", () => {
  expect(nightCostTexts.lettersNote(3, 0, 1)).toBe(
    "2 scrisori, câte una de comandă; 1 scrisoare la invitați de pe liste",
  );
  expect(nightCostTexts.lettersNote(2, 0, 0)).toBe("2 scrisori, câte una de comandă");
  expect(nightCostTexts.lettersNote(3, 1, 0)).toBe(
    "3 scrisori, câte una de comandă; 1 om are bilet primit de la altcineva",
  );
});
