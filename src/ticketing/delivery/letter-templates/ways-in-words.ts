import { counted } from "#kernel/romanian.ts";

/** The number of ways to sign in besides the password, in words; empty when the email has no counts. */
export function waysInWords(counts: unknown): string {
  if (typeof counts !== "object" || counts === null) return "";
  const number = (name: string) => {
    const value = (counts as Record<string, unknown>)[name];
    return Number.isSafeInteger(value) ? (value as number) : 0;
  };
  const ways = [
    counted(number("passkeys"), "passkey"),
    counted(number("factors"), "app", "de coduri", "de coduri"),
    counted(number("identities"), "signIn", "prin alt serviciu", "prin alte servicii"),
  ];
  return `Pe lângă parolă, contul are acum: ${ways.join(", ")}. Ce nu recunoști ștergi din profil, la Securitate.`;
}
