import { expect, test } from "vitest";
import { fillTemplate } from "../fill-template.ts";
import { accountLetters } from "./account-letters.ts";
import { waysInWords } from "./ways-in-words.ts";

const club = { name: "Club", trader: "", address: "", email: "" };
const frame = { club, origin: "https://bilete.example", holdMinutes: 30 };

test("the email about a new password says how many passkeys, factors and linked accounts there are", () => {
  const values = { ways_in: waysInWords({ passkeys: 2, factors: 1, identities: 0 }) };
  const { text, html } = fillTemplate(accountLetters.password_changed(frame), values);
  const sentence =
    "Pe lângă parolă, contul are acum: 2 chei de acces, 1 aplicație de coduri, 0 conectări prin alte servicii.";
  expect(text).toContain(sentence);
  expect(html).toContain(sentence);
});

test("an email queued by an earlier version, without the counts, says nothing about them", () => {
  for (const left of [undefined, null, "x", 3]) expect(waysInWords(left)).toBe("");
});

test("what is no whole number counts as none", () => {
  expect(waysInWords({ passkeys: 1.5, factors: "2" })).toBe(
    "Pe lângă parolă, contul are acum: 0 chei de acces, 0 aplicații de coduri, 0 conectări prin alte servicii. Ce nu recunoști ștergi din profil, la Securitate.",
  );
  expect(waysInWords({ passkeys: 1, factors: 20, identities: 1 })).toContain(
    "1 cheie de acces, 20 de aplicații de coduri, 1 conectare prin alt serviciu.",
  );
  expect(waysInWords({ passkeys: 20, factors: 2, identities: 20 })).toContain(
    "20 de chei de acces, 2 aplicații de coduri, 20 de conectări prin alte servicii.",
  );
});
