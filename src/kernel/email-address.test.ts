import { expect, test } from "vitest";
import { canonicalEmail } from "./email-address.ts";

test("one address has one form", () => {
  expect(canonicalEmail("A@B.RO")).toBe("a@b.ro");
  expect(canonicalEmail("  ana.pop+vara@club-de-vara.example ")).toBe("ana.pop+vara@club-de-vara.example");
});

test.each([
  ["a second head line", "a@b.ro\r\nBcc: x@y.ro"],
  ["a line end", "a@b.ro\n"],
  ["a tab", "a@b.ro\t"],
  ["a NUL", "a\0@b.ro"],
  ["a quoted part", '"a b"@x.ro'],
  ["a full-width at", "a＠b.ro"],
  ["full-width letters", "ａ@b.ro"],
  ["a Kelvin sign", "\u212Aim@b.ro"],
  ["letters outside ASCII", "ană@b.ro"],
  ["a Cyrillic look-alike", "а@b.ro"],
  ["two addresses", "a@b.ro,c@d.ro"],
  ["a name and an address", "Ana <a@b.ro>"],
  ["no dot in the domain", "a@b"],
  ["a domain of dots", "a@b..ro"],
  ["400 characters", `${"a".repeat(394)}@b.ro`],
  ["a local part over 64", `${"a".repeat(65)}@b.ro`],
  ["nothing", ""],
  ["an at alone", "@"],
])("an address with %s is none", (_what, text) => {
  expect(canonicalEmail(text)).toBeUndefined();
});
