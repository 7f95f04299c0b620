import { textOf } from "./import-graph.ts";
import { stringsOf } from "./strings-in-code.ts";

/** Common words without diacritics, as the sentences that the specification quotes are written. */
const common = /\b(?:nu|este|sunt|pentru|cu|la|din|de|sau|si|sa|te|rugam|mai|pot|prea|acest|tau|ta)\b/gi;

/** The strings of a file that are Romanian words: with ă, â, î, ș or ț, or with two common words. */
export function romanianIn(file: string): string[] {
  const text = textOf(file);
  return stringsOf(file)
    .map(([start, end]) => text.slice(start, end))
    .filter((string) => /[ăâîșț]/i.test(string) || (string.match(common)?.length ?? 0) > 1);
}
