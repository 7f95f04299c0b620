import { fold, otherLetters, plainLetters } from "./romanian.ts";

/**
 * The pattern for LIKE and ILIKE that finds this text anywhere, with its special characters escaped. NUL, which
 * PostgreSQL cannot store, is left out. Pass the result as a bound value.
 */
export function containing(text: string): string {
  return `%${text
    .replaceAll("\0", "")
    .trim()
    .replace(/[\\%_]/g, "\\$&")}%`;
}

/** The words of a search for `hasWords`, each as a pattern without case and diacritics. The longest comes first. */
export function wordPatterns(text: string): string[] {
  return fold(text.replaceAll("\0", "").toWellFormed())
    .split(/\s+/)
    .filter((word) => word !== "")
    .sort((a, b) => b.length - a.length)
    .map(containing);
}

/** SQL: these columns as one text, lower case, without diacritics; letters such as ł stay. It can be indexed. */
export function withoutMarks(columns: readonly string[]): string {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ");
  return `lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g') COLLATE "ro-x-icu")`;
}

/** SQL: these columns as one text, in the form that `fold` writes. It can be indexed. */
export function foldedText(columns: readonly string[]): string {
  // inside dollar quotes, an apostrophe needs no escape
  const letters = `translate(${withoutMarks(columns)}, $$${otherLetters}$$, $$${plainLetters}$$)`;
  return `replace(replace(replace(replace(${letters}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;
}

/**
 * SQL: whether these columns together hold every word of `patterns` (from `wordPatterns`), in any order, without
 * regard to case and diacritics. True when there are no words.
 */
export function hasWords(patterns: string, columns: readonly string[]): string {
  const text = foldedText(columns);
  // compared with the first pattern too, because an index can serve one pattern but not ALL
  return `(${patterns}::text[] = '{}' OR ${text} LIKE (${patterns}::text[])[1] AND ${text} LIKE ALL (${patterns}::text[]))`;
}
