import { isCommonPassword } from "./common-passwords.ts";
import { passwordLength } from "./password-length.ts";

export type PasswordRefusal = "password_too_short" | "password_too_long" | "password_common";

/**
 * Why a new password is refused; undefined when it is not. It is taken exactly as typed: blanks, emoji and every
 * Unicode form count, and no kinds of characters are required (OWASP ASVS 6.2.5, 6.2.8). Refused are common
 * passwords, and the person's own name or address.
 */
export function passwordRefusalOf(
  password: string,
  ownWords: readonly string[],
): PasswordRefusal | undefined {
  if (!isHashable(password)) return "password_too_long";
  if ([...password].length < passwordLength.least) return "password_too_short";
  if (isCommonPassword(password)) return "password_common";
  const text = password.toLowerCase();
  const ownForms = ownWords.flatMap((word) => [word, word.split("@")[0] ?? "", word.replaceAll(" ", "")]);
  return ownForms.some((word) => word.toLowerCase() === text) ? "password_common" : undefined;
}

/** Whether a password is short enough to hash, and valid text: a lone surrogate has no bytes of its own. */
export function isHashable(password: string): boolean {
  return (
    password.length <= 2 * passwordLength.most &&
    [...password].length <= passwordLength.most &&
    Buffer.byteLength(password) <= passwordLength.mostBytes &&
    password.isWellFormed()
  );
}
