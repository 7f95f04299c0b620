/**
 * The pattern of LIKE and ILIKE that finds these words anywhere, taken as they are: what such a pattern means
 * something by is escaped. NUL, which the database has no place for, is left out. A bound value, like any other.
 */
export function containing(text: string): string {
  return `%${text
    .replaceAll("\0", "")
    .trim()
    .replace(/[\\%_]/g, "\\$&")}%`;
}
