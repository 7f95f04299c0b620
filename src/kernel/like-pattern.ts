import { fold } from "./romanian.ts";

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

/** The words of a search for `hasWords`, each as a pattern, without case and diacritics. */
export function wordPatterns(text: string): string[] {
  return fold(text)
    .split(/[\s\0]+/)
    .filter((word) => word !== "")
    .map(containing);
}

/**
 * SQL: these columns together hold every word of `patterns` (from `wordPatterns`), in any order, whatever their case and
 * diacritics. Without words it is true.
 */
export function hasWords(patterns: string, columns: readonly string[]): string {
  const text = `lower(regexp_replace(normalize(concat_ws(' ', ${columns.join(", ")}), NFD), '[\\u0300-\\u036f]', '', 'g') COLLATE "ro-x-icu")`;
  return `(${patterns}::text[] = '{}' OR ${text} LIKE ALL (${patterns}::text[]))`;
}
