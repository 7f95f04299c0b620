import { counted } from "#kernel/romanian.ts";

const passkeys = { one: "cheie de acces", few: "chei de acces", other: "chei de acces" };
const factors = { one: "aplicație de coduri", few: "aplicații de coduri", other: "aplicații de coduri" };
const identities = {
  one: "conectare prin alt serviciu",
  few: "conectări prin alte servicii",
  other: "conectări prin alte servicii",
};

/** The number of ways to sign in beside the password; empty when the email has no counts. */
export function waysInWords(left: unknown): string {
  if (typeof left !== "object" || left === null) return "";
  const number = (name: string) => {
    const value = (left as Record<string, unknown>)[name];
    return Number.isSafeInteger(value) ? (value as number) : 0;
  };
  const has = [
    counted(number("passkeys"), passkeys),
    counted(number("factors"), factors),
    counted(number("identities"), identities),
  ];
  return `Pe lângă parolă, contul are acum: ${has.join(", ")}. Ce nu recunoști ștergi din profil, la Securitate.`;
}
