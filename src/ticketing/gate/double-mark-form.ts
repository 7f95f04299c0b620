import { limits } from "#ticketing/limits.ts";

/** The word on a double entry as one line; undefined for none, or for more than `limits.doubleWord` characters. */
export function readWord(typed: string): string | undefined {
  const word = typed.replaceAll(/\s+/g, " ").trim();
  return word === "" || word.length > limits.doubleWord || word.includes("\0") ? undefined : word;
}
