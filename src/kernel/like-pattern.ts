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
