import { counted } from "#kernel/romanian.ts";

/** The number of ways to sign in besides the password, in words; empty when the email has no counts. */
export function waysInWords(left: unknown): string {
  if (typeof left !== "object" || left === null) return "";
  const number = (name: string) => {
    const value = (left as Record<string, unknown>)[name];
    return Number.isSafeInteger(value) ? (value as number) : 0;
  };
  const has = [
    counted(number("passkeys"), "passkey"),
    counted(number("factors"), "app", "de coduri", "de coduri"),
    counted(number("identities"), "signIn", "prin alt serviciu", "prin alte servicii"),
  ];
  return `Pe lângă parolă, contul are acum: ${has.join(", ")}. Ce nu recunoști ștergi din profil, la Securitate.`;
}
