import { expect, test } from "vitest";
import { nextPageOf, safeReturn } from "./return-address.ts";

test.each([
  "/events/0198b6f0-0000-7000-8000-000000000001",
  "/tickets?offer=1&q=//x",
  "/season-pass",
  "/events/1?ticket_id=2&quantity=3#bilete",
  "/profile?tab=a%2Fb",
  "/",
])("%s is ours", (path) => {
  expect(safeReturn(path)).toBe(path);
});

test.each([
  null,
  undefined,
  "",
  "//evil",
  "//evil.example/x",
  "/\\evil",
  "\\\\evil",
  "/\\/evil",
  "https:evil",
  "https://evil.example",
  "javascript:alert(1)",
  "evil",
  "evil.example/x",
  "%2f%2fevil",
  "/%2fevil",
  "/%2F%2Fevil",
  "/%5cevil",
  "/\t/evil",
  "/\n/evil",
  "\t//evil",
  " //evil",
  "/ /evil",
  "/..//evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e%2e//evil",
  "/%09/evil",
  "/%0d%0aSet-Cookie:x",
  "/events//evil",
  "/login",
  "/login?return_to=/x",
  "/LOGIN/",
  "/a/../login",
  "/login#bilete",
  "//evil#bilete",
  "/ăîș",
  `/${"a".repeat(1001)}`,
])("%j falls back to the home page", (asked) => {
  expect(safeReturn(asked)).toBe("/");
});

test.each([
  ["user", "/"],
  ["gate", "/gate"],
  ["door_chief", "/gate"],
  ["box_office", "/admin"],
  ["manager", "/admin"],
  ["accountant", "/admin"],
  ["admin", "/admin"],
] as const)("A8-10 who signs in as %s arrives at %s, or at the page that was asked for", (role, first) => {
  for (const asked of [null, undefined, "/", "//evil"]) expect(nextPageOf({ role }, asked)).toBe(first);
  expect(nextPageOf({ role }, "/events/7?a=1")).toBe("/events/7?a=1");
});
