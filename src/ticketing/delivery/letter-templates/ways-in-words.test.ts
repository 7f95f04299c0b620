import { expect, test } from "vitest";
import { fillTemplate } from "../fill-template.ts";
import { passwordChanged } from "./account-letters.ts";
import { waysInWords } from "./ways-in-words.ts";

const frame = { club: { name: "Club" }, origin: "https://bilete.example", holdMinutes: 30 } as never;

test("the letter of a new password says how many passkeys, factors and linked accounts there are", () => {
  const values = { ways_in: waysInWords({ passkeys: 2, factors: 1, identities: 0 }) };
  const { text, html } = fillTemplate(passwordChanged(frame), values);
  const sentence =
    "Pe lângă parolă, contul are acum: 2 chei de acces, 1 aplicație de coduri, 0 conectări prin alte servicii.";
  expect(text).toContain(sentence);
  expect(html).toContain(sentence);
});

test("a letter that was queued before it was counted says nothing of it", () => {
  for (const left of [undefined, null, "x", 3]) expect(waysInWords(left)).toBe("");
});
