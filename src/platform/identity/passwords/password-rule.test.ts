import { expect, test } from "vitest";
import { countOfCommonPasswords } from "./common-passwords.ts";
import { passwordRefusalOf } from "./password-rule.ts";

test.each([
  "password",
  "PASSWORD",
  "12345678",
  "87654321",
  "qwertyuiop",
  "Parola123",
  "iloveyou",
  "teiubesc1",
  "aaaaaaaa",
  "abababab",
  "24061998",
  "19980624",
  "1q2w3e4r",
  "sunshine",
  "P@ssw0rd",
])("%s is refused as common", (password) => {
  expect(passwordRefusalOf(password, [])).toBe("password_common");
});

test("the list names a few thousand", () => {
  expect(countOfCommonPasswords()).toBeGreaterThan(3000);
});

test.each([
  "nori peste mare",
  "        x",
  "🌊🌊🌊🌊🌊🌊🌊🐚",
  "Cafea-la-7-dimineata",
  "ășțâî-ășț",
  "zile de var4",
])("%s is accepted as it is", (password) => {
  expect(passwordRefusalOf(password, [])).toBeUndefined();
});

test("length is counted in characters and bounded in bytes", () => {
  expect(passwordRefusalOf("7 chars", [])).toBe("password_too_short");
  expect(passwordRefusalOf("🌊🐚☀️x🌊", [])).toBe("password_too_short");
  const words = "valuri si nisip ".repeat(8);
  expect(words).toHaveLength(128);
  expect(passwordRefusalOf(words, [])).toBeUndefined();
  expect(passwordRefusalOf(`${words}x`, [])).toBe("password_too_long");
  expect(passwordRefusalOf("x".repeat(1_000_000), [])).toBe("password_too_long");
  expect(passwordRefusalOf("nori \ud800 peste", [])).toBe("password_too_long");
});

test("the person's own name and address are refused as a password", () => {
  const own = ["ana.popescu@club.example", "Ana Popescu"];
  for (const password of ["ana.popescu", "ana.popescu@club.example", "Ana Popescu", "AnaPopescu"])
    expect(passwordRefusalOf(password, own)).toBe("password_common");
});
