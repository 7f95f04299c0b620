/**
 * The value of Content-Disposition for a file with this name: letters, digits, dots and dashes stay, anything else
 * becomes a dash, so that a name ends neither its quotes nor its header.
 */
export function namedFile(name: string, kind: "attachment" | "inline" = "attachment"): string {
  return `${kind}; filename="${name.replace(/[^\w.-]/g, "-")}"`;
}
