import { parsedUrl } from "./url.ts";

// invisible signs: controls of direction, zero widths, soft hyphens, fillers, selectors
const invisibleSigns = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const blanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g;
/** Scripts in which a joiner inside a word changes the word. */
const joiningScripts =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]/u;
const emojiParts = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const cedillas: Record<string, string> = { "\u015e": "Ș", "\u015f": "ș", "\u0162": "Ț", "\u0163": "ț" };

/**
 * A typed line as it is stored: composed letters, comma-below letters in place of cedillas, single blanks, no control
 * characters and nothing that changes the direction of the text beside it.
 */
export function typedLine(text: string): string {
  return tidy(text)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
}

/** As `typedLine`, for several lines: line ends stay, and three or more become one empty line. */
export function typedText(text: string): string {
  return tidy(text)
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** An address that a link may lead to: http or https, without name and password; undefined for everything else. */
export function webAddress(text: string): string | undefined {
  const typed = text.trim();
  const url = typed.length <= 500 && /^https?:\/\//i.test(typed) ? parsedUrl(typed) : undefined;
  if (!url) return undefined;
  const isPlain = url.username === "" && url.password === "" && url.hostname.includes(".");
  return isPlain ? url.href : undefined;
}

/**
 * A typed or pasted text, as every form and call hands it on: composed letters, comma-below letters in place of
 * cedillas, plain blanks, none at the edges, no invisible signs. Line ends and tabs stay.
 */
export function cleanedText(text: string): string {
  return tidy(text).trim();
}

/** More than 30 marks on one letter, which no language has. Composing would take minutes to sort them. */
const piledMarks = /(\p{M}{30})\p{M}+/gu;

function tidy(text: string): string {
  return text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(piledMarks, "$1")
    .normalize("NFC")
    .replace(blanks, " ")
    .replace(/[\u015e\u015f\u0162\u0163]/g, (letter) => cedillas[letter] ?? letter)
    .replace(invisibleSigns, (sign, at: number, whole: string) =>
      isMeaningful(
        sign,
        [...whole.slice(Math.max(0, at - 2), at)].at(-1) ?? "",
        [...whole.slice(at + sign.length, at + sign.length + 2)][0] ?? "",
      )
        ? sign
        : "",
    );
}

/** Whether an invisible sign changes what is read: a joiner inside a word or emoji, a selector behind one. */
function isMeaningful(sign: string, before: string, after: string): boolean {
  if (sign === "\u200c") return joiningScripts.test(before) && joiningScripts.test(after);
  if (sign === "\u200d")
    return (
      (joiningScripts.test(before) && joiningScripts.test(after)) ||
      (emojiParts.test(before) && emojiParts.test(after))
    );
  return /\p{Variation_Selector}/u.test(sign) && /[\p{sc=Han}\p{sc=Mong}\p{Emoji}]/u.test(before);
}
