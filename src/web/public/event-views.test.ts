import { expect, it } from "vitest";
import { comingFirst } from "./event-views.ts";

it("shows coming nights before past ones, and the latest past one first", () => {
  const nights = [
    { id: "mai", sale: "past" },
    { id: "iunie", sale: "past" },
    { id: "azi", sale: "open" },
    { id: "august", sale: "soldOut" },
  ] as const;
  expect(comingFirst([...nights]).map(({ id }) => id)).toEqual(["azi", "august", "iunie", "mai"]);
});
