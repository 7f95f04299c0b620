import { expect, it } from "vitest";
import { comingFirst } from "./event-views.ts";

it("shows what is still to come before what has passed, and the latest of that first", () => {
  const nights = [
    { id: "mai", sale: "past" },
    { id: "iunie", sale: "past" },
    { id: "azi", sale: "open" },
    { id: "august", sale: "soldOut" },
  ] as const;
  expect(comingFirst([...nights]).map(({ id }) => id)).toEqual(["azi", "august", "iunie", "mai"]);
});
