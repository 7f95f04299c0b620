import { describe, expect, it } from "vitest";
import { linkedSentence, notLinkedSentence } from "./ticket-texts.ts";

describe("the message about nights added to a pass which was sold", () => {
  it.each([
    [0, 1, null],
    [1, 1, "1 deținător primește bilet și email pentru noaptea adăugată."],
    [2, 2, "2 deținători primesc bilet și email pentru nopțile adăugate."],
    [1200, 1, "1.200 de deținători primesc bilet și email pentru noaptea adăugată."],
  ])("%i people, %i nights", (holders, nights, sentence) => {
    expect(linkedSentence({ holders, nights })).toBe(sentence);
  });

  it.each([
    [
      { reason: "not_enough_places", night: "Balul", needed: 21, free: 0 },
      "„Balul” are 0 locuri libere, iar cine a cumpărat deja are nevoie de 21 de locuri.",
    ],
    [
      { reason: "being_bought", held: 1 },
      "1 bilet e reținut de cineva care plătește. Ascunde biletul până se termină, apoi salvează din nou.",
    ],
    [{ reason: "being_bought", held: 0 }, "tocmai acum se vinde. Salvează din nou."],
  ] as const)("%o", (refusal, sentence) => {
    expect(notLinkedSentence(refusal)).toBe(`Restul e salvat, dar noaptea nu s-a adăugat: ${sentence}`);
  });
});
