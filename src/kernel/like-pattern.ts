import { fold, otherLetters, plainLetters } from "./romanian.ts";

/**
 * The pattern of LIKE and ILIKE that finds these words anywhere: its special characters are escaped. NUL, which
 * PostgreSQL cannot store, is left out. The result is a bound value, like any other.
 */
export function containing(text: string): string {
  return `%${text
    .replaceAll("\0", "")
    .trim()
    .replace(/[\\%_]/g, "\\$&")}%`;
}

/** The words of a search for `hasWords`, each as a pattern, without case and diacritics. The longest is the first. */
export function wordPatterns(text: string): string[] {
  return fold(text.replaceAll("\0", "").toWellFormed())
    .split(/\s+/)
    .filter((word) => word !== "")
    .sort((a, b) => b.length - a.length)
    .map(containing);
}

/** SQL: these columns as one text without case and marks; other letters stay as they are. Immutable, so that an index can have it. */
export function withoutMarks(columns: readonly string[]): string {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ");
  return `lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g') COLLATE "ro-x-icu")`;
}

/** SQL: these columns as one text, as `fold` writes it. Immutable too. */
export function foldedText(columns: readonly string[]): string {
  // between dollars, an apostrophe is one
  const letters = `translate(${withoutMarks(columns)}, $$${otherLetters}$$, $$${plainLetters}$$)`;
  return `replace(replace(replace(replace(${letters}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;
}

/**
 * SQL: these columns together hold every word of `patterns` (from `wordPatterns`), in any order, whatever their case and
 * diacritics. Without words it is true.
 */
export function hasWords(patterns: string, columns: readonly string[]): string {
  const text = foldedText(columns);
  // an index can serve the comparison with one pattern, and not with all
  return `(${patterns}::text[] = '{}' OR ${text} LIKE (${patterns}::text[])[1] AND ${text} LIKE ALL (${patterns}::text[]))`;
}
