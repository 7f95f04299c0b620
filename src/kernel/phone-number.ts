import { typed } from "./typed-text.ts";

/** The rule of the profile: 7 to 15 digits, blanks, hyphens, brackets and a plus. */
export const isPhoneNumber = (text: string) => /^[0-9+() -]{7,15}$/.test(text);

/**
 * A telephone number as it is stored (`isPhoneNumber`). What contacts and other countries write around one goes: dots,
 * slashes, "(0)" behind a code, and blanks where it would be too long. Undefined for what is none.
 */
export function phoneNumber(text: string): string | undefined {
  const line = typed(text)
    .replace(/[./\u2010-\u2015\u2212]/g, (sign) => (/[./]/.test(sign) ? " " : "-"))
    .replace(/(\+\d{1,3} *)\(0\)/, "$1")
    .replace(/ +/g, " ");
  if (isPhoneNumber(line)) return line;
  const digits = line.replace(/[() -]/g, "");
  return /^\+?\d+$/.test(digits) && isPhoneNumber(digits) ? digits : undefined;
}
