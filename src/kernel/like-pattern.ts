/** The pattern of LIKE that finds these words anywhere, taken as they are. A bound value, like any other. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`;
}
