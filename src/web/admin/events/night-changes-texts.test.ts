import { expect, it } from "vitest";
import { moveNightTexts } from "./night-changes-texts.ts";

it("orders that wait agree in number with their reasons (one kind: agreement of number)", () => {
  expect([1, 2, 20].map(moveNightTexts.left)).toEqual([
    "1 comandă așteaptă: se plătește chiar acum, e contestată la bancă, sau îi vine rândul.",
    "2 comenzi așteaptă: se plătesc chiar acum, sunt contestate la bancă, sau le vine rândul.",
    "20 de comenzi așteaptă: se plătesc chiar acum, sunt contestate la bancă, sau le vine rândul.",
  ]);
});
