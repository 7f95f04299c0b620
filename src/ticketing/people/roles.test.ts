import { expect, test } from "vitest";
import { may, type Right, type Who } from "./roles.ts";

const everybody: Who[] = ["anonymous", "user", "gate", "admin"];
const whoMay = (right: Right) => everybody.filter((who) => may(who, right));

test("I22 the matrix: door staff admit and do not buy, only administrators administer", () => {
  expect(whoMay("browse")).toEqual(everybody);
  expect(whoMay("buy")).toEqual(["user", "admin"]);
  expect(whoMay("keep_own_account")).toEqual(["user", "gate", "admin"]);
  expect(whoMay("admit")).toEqual(["gate", "admin"]);
  expect(whoMay("administer")).toEqual(["admin"]);
});
