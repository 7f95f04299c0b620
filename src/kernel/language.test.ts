import { expect, it } from "vitest";
import { type Translated, translatable } from "./language.ts";

const romanian = translatable({
  pay: "Plătește",
  left: (n: number) => `mai sunt ${n}`,
  periods: { all: "Toate datele", week: "Săptămâna aceasta" },
  steps: ["Alegi", "Plătești"],
});

it("texts are what was given", () => {
  expect([romanian.pay, romanian.left(3), romanian.periods.week]).toEqual([
    "Plătește",
    "mai sunt 3",
    "Săptămâna aceasta",
  ]);
});

it("a second language is whole, or does not compile", () => {
  const whole: Translated<typeof romanian> = {
    pay: "Pay",
    left: (n) => `${n} left`,
    periods: { all: "All dates", week: "This week" },
    steps: ["Choose", "Pay"],
  };
  // @ts-expect-error a sentence is missing
  const without: Translated<typeof romanian> = { pay: "Pay", left: whole.left, periods: whole.periods };
  // @ts-expect-error a sentence within another is missing
  const within: Translated<typeof romanian> = { ...whole, periods: { all: "All dates" } };
  // @ts-expect-error it says a number
  const other: Translated<typeof romanian> = { ...whole, left: (n) => n };
  expect([without, within, other].map(({ pay }) => pay)).toEqual(["Pay", "Pay", "Pay"]);
});
