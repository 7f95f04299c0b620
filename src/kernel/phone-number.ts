import { cleanedText } from "./typed-text.ts";

/** The profile's rule: 7 to 15 characters, which may be digits, blanks, hyphens, brackets and a plus. */
export const isPhoneNumber = (text: string) => /^[0-9+() -]{7,15}$/.test(text);

/**
 * A telephone number as it is stored (`isPhoneNumber`); undefined when it is none. Removes what contact lists and
 * other countries add: dots, slashes, "(0)" after a country code, and blanks if the text is too long.
 */
export function phoneNumber(text: string): string | undefined {
  const line = cleanedText(text)
    .replace(/[./\u2010-\u2015\u2212]/g, (sign) => (/[./]/.test(sign) ? " " : "-"))
    .replace(/(\+\d{1,3} *)\(0\)/, "$1")
    .replace(/ +/g, " ");
  if (isPhoneNumber(line)) return line;
  const digits = line.replace(/[() -]/g, "");
  return /^\+?\d+$/.test(digits) && isPhoneNumber(digits) ? digits : undefined;
}
