// Unicode's direction controls: inside a name they turn the text after it around
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const cedillas: Record<string, string> = { "\u015e": "Ș", "\u015f": "ș", "\u0162": "Ț", "\u0163": "ț" };

/**
 * A typed line as it is stored: composed letters, commas where old keyboards make cedillas, no controls and nothing
 * that changes the direction of the text beside it, single blanks.
 */
export function typedLine(text: string): string {
  return tidy(text)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
}

/** The same for several lines: line ends stay, three or more become an empty line. */
export function typedText(text: string): string {
  return tidy(text)
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** An address that a link may lead to: http or https, without a password in it; undefined for everything else. */
export function webAddress(text: string): string | undefined {
  const typed = text.trim();
  if (typed.length > 500 || !/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  const isPlain = url.username === "" && url.password === "" && url.hostname.includes(".");
  return isPlain ? url.href : undefined;
}

function tidy(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\u015e\u015f\u0162\u0163]/g, (letter) => cedillas[letter] ?? letter)
    .replace(directions, "");
}
