/**
 * The value of Content-Disposition for a file with this name: letters, digits, dots and dashes stay, anything else
 * becomes a dash, so that a name cannot end its quotes or its header.
 */
export function namedFile(name: string, kind: "attachment" | "inline" = "attachment"): string {
  return `${kind}; filename="${name.replace(/[^\w.-]/g, "-")}"`;
}
