/** Returns at most `length` characters, with "..." only when something was cut. */
export function cutText(text: string, length: number): string {
  const letters = [...text];
  return letters.length <= length ? text : `${letters.slice(0, length).join("").trimEnd()}...`;
}

/** Splits a typed text at its empty lines. */
export function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
}
