import { expect, test } from "vitest";
import { personRoles } from "#platform/database/database-roles.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import { mayEnter } from "./office-rights.ts";
import { firstScreen, sideEntries } from "./side-entries.ts";

test("every role that enters the back-office has a first screen in the menu, and no other role has one", () => {
  for (const role of personRoles)
    expect([role, firstScreen(role) !== undefined]).toEqual([role, may(role, "office.enter")]);
  expect(firstScreen("admin")).toBe("/admin");
  expect(sideEntries.filter(({ to }) => !mayEnter({ role: "admin" }, to.slice(1), "look"))).toEqual([]);
});
