import { expect, it } from "vitest";
import { moveNightTexts, nightCostTexts } from "./night-changes-texts.ts";

it("orders that wait agree in number with their reasons (one kind: agreement of number)", () => {
  expect([1, 2, 20].map(moveNightTexts.left)).toEqual([
    "1 comandă așteaptă: se plătește chiar acum, e contestată la bancă, sau îi vine rândul.",
    "2 comenzi așteaptă: se plătesc chiar acum, sunt contestate la bancă, sau le vine rândul.",
    "20 de comenzi așteaptă: se plătesc chiar acum, sunt contestate la bancă, sau le vine rândul.",
  ]);
});

it("the emails of a night are told by who gets them, and add up to all (one kind: a number told that is not the number done)", () => {
  expect(nightCostTexts.lettersNote(8, 2, 1)).toBe(
    "5 scrisori, câte una de comandă; 2 scrisori la cine a primit bilet de la altcineva; 1 scrisoare la invitați de pe liste",
  );
});
