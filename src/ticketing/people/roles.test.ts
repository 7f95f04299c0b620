import { expect, it } from "vitest";
import { asOwner } from "./roles.ts";

it("members of the team own their things as customers do", () => {
  expect((["user", "gate", "admin"] as const).map((role) => asOwner({ id: "ana", role }))).toEqual([
    { id: "ana", role: "user" },
    { id: "ana", role: "user" },
    { id: "ana", role: "user" },
  ]);
});
