import { parseSync } from "oxc-parser";
import { textOf } from "./import-graph.ts";

/** Where the strings, templates and texts between tags of a file begin and end. */
export function stringsOf(file: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, value, start, end } = node as Record<string, unknown>;
    const isString =
      type === "TemplateElement" || type === "JSXText" || (type === "Literal" && typeof value === "string");
    if (isString) found.push([Number(start), Number(end)]);
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseSync(file, textOf(file)).program);
  return found;
}
