import { expect, test } from "vitest";
import { canonicalEmail } from "./email-address.ts";

test("one address has one form", () => {
  expect(canonicalEmail("A@B.RO")).toBe("a@b.ro");
  expect(canonicalEmail("  ana.pop+vara@club-de-vara.example ")).toBe("ana.pop+vara@club-de-vara.example");
});

const domain = (last: number) => `${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(last)}`;

test.each([
  ["two blanks around it", "  a@b.ro  ", "a@b.ro"],
  ["hyphens and digits in its domain", "1@b-c.d-2e.r3", "1@b-c.d-2e.r3"],
  ["one letter between two dots", "a@b.c.ro", "a@b.c.ro"],
  [
    "254 characters, 64 of them before the at",
    `${"a".repeat(64)}@${domain(61)}`,
    `${"a".repeat(64)}@${domain(61)}`,
  ],
  ["a no-break space, a tab and a line end behind it", "a@b.ro\u00a0\t\n", "a@b.ro"],
  ["signs around it that nobody sees", "\u200b\ufeffa@b.ro\u2060", "a@b.ro"],
  ["a domain of another script", "ana@Măgură.ro", "ana@xn--mgur-0sad.ro"],
  ["its domain as the DNS writes it", "ana@xn--mgur-0sad.ro", "ana@xn--mgur-0sad.ro"],
  ["320 characters with its blanks", `${" ".repeat(314)}a@b.ro`, "a@b.ro"],
])("an address with %s is one", (_what, text, email) => {
  expect(canonicalEmail(text)).toBe(email);
});

test.each([
  ["255 characters", `${"a".repeat(64)}@${domain(62)}`],
  ["321 characters with its blanks", `${" ".repeat(315)}a@b.ro`],
  ["a blank in it", "a b@c.ro"],
  ["a hyphen that begins its domain", "a@-b.ro"],
  ["a hyphen that ends a part of its domain", "a@b-.ro"],
  ["a hyphen that begins the last part", "a@b.-ro"],
  ["a hyphen at its end", "a@b.ro-"],
  ["64 letters in one part of its domain", `a@${"b".repeat(64)}.ro`],
  ["64 letters in the last part", `a@b.${"b".repeat(64)}`],
  ["a second head line", "a@b.ro\r\nBcc: x@y.ro"],
  ["a line end in it", "a@b\n.ro"],
  ["a full-width dot", "a@b．ro"],
  ["another script's dot", "a@măgură。ro"],
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
  ["a number for a host", "a@127.0.0.1"],
  ["a last part that no DNS has", "a@b.123"],
  ["400 characters", `${"a".repeat(394)}@b.ro`],
  ["a local part over 64", `${"a".repeat(65)}@b.ro`],
  ["nothing", ""],
  ["an at alone", "@"],
])("an address with %s is refused", (_what, text) => {
  expect(canonicalEmail(text)).toBeUndefined();
});
