import { expect, it } from "vitest";
import { typedLine, typedText, webAddress } from "./typed-text.ts";

it.each([
  ["  Luna   Plină ", "Luna Plină"],
  ["a\u0000b\u0007c", "a b c"],
  ["linie\nnouă\u2028apoi", "linie nouă apoi"],
  ["\u202Egnp.exe\u202C", "gnp.exe"],
  ["\u2066ascuns\u2069", "ascuns"],
  ["\u015etefan \u0163ine \u015fi \u0162ese", "Ștefan ține și Țese"],
  ["a\u0306", "ă"],
  ["\ud800 singur", "\ufffd singur"],
  ["🎉 rămâne 👨‍👩‍👧", "🎉 rămâne 👨‍👩‍👧"],
  ["\u200eAna\u200b\u00a0\ufeffPop\u2060", "Ana Pop"],
  ["علی\u200cرضا\u200c", "علی\u200cرضا"],
  ["葛\u{e0100} ❤\ufe0f a\ufe0f", "葛\u{e0100} ❤\ufe0f a"],
  ["<b>rămâne</b>", "<b>rămâne</b>"],
])("one line: %j is kept as %j", (typed, kept) => {
  expect(typedLine(typed)).toBe(kept);
});

it.each([
  ["unu\r\ndoi\rtrei", "unu\ndoi\ntrei"],
  ["unu\n\n\n\n\ndoi", "unu\n\ndoi"],
  ["unu \n  doi\t\ttrei", "unu\ndoi trei"],
  ["a\u0000b\u202Ec", "a bc"],
  [" \n unu\n doi \ntrei \n", "unu\ndoi\ntrei"],
])("several lines: %j is kept as %j", (typed, kept) => {
  expect(typedText(typed)).toBe(kept);
});

it.each([
  ["https://instagram.com/fosfor.example", "https://instagram.com/fosfor.example"],
  [" HTTP://Exemplu.ro ", "http://exemplu.ro/"],
  ['https://exemplu.ro/"><script>', "https://exemplu.ro/%22%3E%3Cscript%3E"],
  [`https://exemplu.ro/${"a".repeat(481)}`, `https://exemplu.ro/${"a".repeat(481)}`],
])("%j is an address for a link", (typed, kept) => {
  expect(webAddress(typed)).toBe(kept);
});

it.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "\u0001javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "//evil.example",
  "/relativ",
  "https://",
  "https://localhost",
  "https://ana:parola@evil.example",
  "https://ana@evil.example",
  "https://:parola@evil.example",
  "ftp://exemplu.ro",
  "ftp://exemplu.ro/https://exemplu.ro",
  `https://exemplu.ro/${"a".repeat(500)}`,
  "",
])("%j is refused", (typed) => {
  expect(webAddress(typed)).toBeUndefined();
});
