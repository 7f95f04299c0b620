import { expect, it } from "vitest";
import { lengths } from "#ticketing/limits.ts";
import { personProblems } from "./person-texts.ts";

it("the quoted sentences name the lengths that the form asks for (A7-07, A7-12)", () => {
  expect(personProblems.full_name_too_short).toContain(` ${lengths.personNameLeast} caractere`);
  for (const sentence of [personProblems.password_too_short, personProblems.password_common])
    expect(sentence).toContain(` ${lengths.password.least} caractere`);
});

it("the other sentences are built from the lengths", () => {
  expect(personProblems).toMatchObject({
    full_name_too_long: "Numele este prea lung: cel mult 200 de caractere",
    password_too_long: "Parola este prea lungă: cel mult 128 de caractere",
  });
});
