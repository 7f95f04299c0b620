import { typed } from "./typed-text.ts";

/** The profile's rule: 7 to 15 characters, which may be digits, blanks, hyphens, brackets and a plus; 7 digits of them. */
const isPhoneNumber = (text: string) =>
  /^[0-9+() -]{7,15}$/.test(text) && text.replace(/\D/g, "").length >= 7;

/**
 * A telephone number as it is stored, from every form and call; undefined when it is none. Removes what contact lists
 * and other countries add: dots, slashes, "(0)" after a country code, and blanks if the text is too long. An
 * international number begins with its plus, also when it was written with 00, or Romania's 40 alone.
 */
export function phoneNumber(text: string): string | undefined {
  const line = typed(text)
    .replace(/[./\u2010-\u2015\u2212]/g, (sign) => (/[./]/.test(sign) ? " " : "-"))
    .replace(/^\(?00 ?(?=[1-9])/, (sign) => (sign.startsWith("(") ? "(+" : "+"))
    .replace(/^(?=40 *(?:\d *){9}$)/, "+")
    .replace(/(\+\d{1,3} *)\(0\)/, "$1")
    .replace(/ +/g, " ");
  if (isPhoneNumber(line)) return line;
  const digits = line.replace(/[() -]/g, "");
  return /^\+?\d+$/.test(digits) && isPhoneNumber(digits) ? digits : undefined;
}
