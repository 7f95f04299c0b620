import { expect, it } from "vitest";
import { firstStepsOf, stepStates } from "./first-steps.ts";

const nothing = { names: false, seller: false, hero: false, sender: false, payments: false, night: false };
const said = (content: unknown) => firstStepsOf(content);

it("a new club has six open steps", () => {
  expect(stepStates(said(undefined), nothing)).toEqual({
    names: "open",
    seller: "open",
    hero: "open",
    sender: "open",
    payments: "open",
    night: "open",
  });
});

it("a step that is done is done, also when it was skipped before", () => {
  expect(stepStates(said({ skipped: ["names", "hero"] }), { ...nothing, names: true })).toMatchObject({
    names: "done",
    hero: "skipped",
    night: "open",
  });
});

it("nothing is shown once every step is done or skipped, or the list was closed", () => {
  const allButNight = { names: true, seller: true, hero: true, sender: true, payments: true, night: false };
  expect(stepStates(said({}), allButNight)).not.toBeNull();
  expect(stepStates(said({ skipped: ["night"] }), allButNight)).toBeNull();
  expect(stepStates(said({}), { ...allButNight, night: true })).toBeNull();
  expect(stepStates(said({ closed: true }), nothing)).toBeNull();
});

it("an answer that cannot be understood is none", () => {
  for (const damaged of [null, {}, { skipped: "night", closed: "da" }, { skipped: [3, "altceva"] }])
    expect(firstStepsOf(damaged)).toEqual({ skipped: [], closed: false });
});
