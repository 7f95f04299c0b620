/**
 * The value of Content-Disposition for a file with this name. Letters, digits, dots and dashes stay; everything else
 * becomes a dash, so a name cannot end its quotes or its header.
 */
export function namedFile(name: string, kind: "attachment" | "inline" = "attachment"): string {
  return `${kind}; filename="${name.replace(/[^\w.-]/g, "-")}"`;
}
