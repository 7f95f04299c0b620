import { type Noun, nouns } from "./nouns.ts";

const plural = new Intl.PluralRules("ro");
const figures = new Intl.NumberFormat("ro-RO", { useGrouping: "always" });

/** A word that follows a noun and agrees with it, for one and for many: "găsit", "găsite". */
type Agreeing = readonly [] | readonly [one: string, many: string];

/**
 * A number with its noun, as Romanian counts and writes: "1 bilet", "2 bilete", "19 bilete", "20 de bilete",
 * "101 bilete", "1.200 de bilete". `counted(20, "ticket", "găsit", "găsite")` is "20 de bilete găsite".
 */
export function counted(n: number, noun: Noun, ...agreeing: Agreeing): string {
  return `${grouped(n)} ${nounFor(n, noun, ...agreeing)}`;
}

/** A number with a word that agrees with a noun that is not said: "1 vândut", "20 vândute". */
export function agreed(n: number, one: string, many: string): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

/** The number of `counted` alone, for a screen that separates it from the noun: "1.200", "−1". */
export function grouped(n: number): string {
  return figures.format(n).replace("-", "−");
}

/** The words that `counted` writes after the number: "bilet", "bilete", "de bilete". */
export function nounFor(n: number, noun: Noun, ...agreeing: Agreeing): string {
  const rule = plural.select(n);
  const form = rule === "one" ? 0 : 1;
  const words = agreeing.length === 0 ? nouns[noun][form] : `${nouns[noun][form]} ${agreeing[form]}`;
  return rule === "other" ? `de ${words}` : words;
}

/** A reason that a person wrote, with a full stop if it has none, so that a sentence can follow. */
export function asSentence(text: string): string {
  return /[.!?…]["”)]?$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

const spans = [
  { seconds: 86_400, one: "o zi", noun: "day" },
  { seconds: 3600, one: "o oră", noun: "hour" },
  { seconds: 60, one: "un minut", noun: "minute" },
  { seconds: 1, one: "o secundă", noun: "second" },
] as const;

/** Whole seconds in words, in the largest unit that divides them: "o oră", "10 minute", "90 de zile". */
export function spanInWords(seconds: number): string {
  const unit = spans.find((span) => seconds % span.seconds === 0) ?? spans[3];
  const n = seconds / unit.seconds;
  return n === 1 ? unit.one : counted(n, unit.noun);
}

/** About how long, in words: "45 de minute", "7 ore". Less than two of a unit is said in the smaller one. */
export function roughlyInWords(seconds: number): string {
  const unit = spans.find((span) => seconds >= 2 * span.seconds) ?? spans[3];
  return spanInWords(Math.max(1, Math.floor(seconds / unit.seconds)) * unit.seconds);
}

/** Finds words in a text, for `split` and `replace`. No lookbehind, which Safari before 16.4 cannot read. */
export const wordsOfText = /([\p{L}\p{N}-]+)/gu;

/** Whether a word is like "s-a", "n-a", "ți-am": short words joined by a hyphen, which no line should break. */
export const isShortHyphenated = (word: string) => /^\p{L}{1,3}-\p{L}{1,3}$/u.test(word);

/** Letters that `fold` and `foldedText` replace one for one. */
export const otherLetters = "łøıđðħŧ’‘ʼ′´`‐‑‒–—−";
/** The replacements of `otherLetters`, in the same order. */
export const plainLetters = "loiddht''''''------";
/** All replacements of `fold`, with the letters that become two letters. `foldedText` names those too. */
export const foldedLetters: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from(otherLetters, (letter, at) => [letter, plainLetters[at] ?? letter])),
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

/** Lower case without diacritics, for searching: "Șezătoare" -> "sezatoare". `foldedText` does the same in SQL. */
export function fold(text: string): string {
  const plain = text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  return Array.from(plain, (letter) => foldedLetters[letter] ?? letter).join("");
}
