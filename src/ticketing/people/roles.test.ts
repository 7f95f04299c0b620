import { expect, it } from "vitest";
import { asOwner } from "./roles.ts";

it("gate staff own their things as customers do, administrators stay what they are", () => {
  expect((["user", "gate", "admin"] as const).map((role) => asOwner({ id: "ana", role }))).toEqual([
    { id: "ana", role: "user" },
    { id: "ana", role: "user" },
    { id: "ana", role: "admin" },
  ]);
});
