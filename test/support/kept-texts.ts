import { parseSync } from "oxc-parser";
import { textOf } from "./import-graph.ts";

type Node = { readonly type?: string } & Readonly<Record<string, unknown>>;

const isFunction = ({ type = "" }: Node) => /Function(?:Declaration|Expression)$/.test(type);

/** The names of the catalogues that a file exports. */
export const cataloguesOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^export const (\w+)(?:: [^=]+)? = translatable\(/gm)].map(
    ([, name = ""]) => name,
  );

/** Where a file reads one of these catalogues, or spreads it, while it is loaded: outside every function. */
export function keptTexts(file: string, catalogues: readonly string[]): string[] {
  const text = textOf(file);
  const { program } = parseSync(file, text);
  const names = (program.body as unknown as Node[]).flatMap(({ type, specifiers }) =>
    type === "ImportDeclaration"
      ? (specifiers as { imported?: { name: string }; local: { name: string } }[])
          .filter(({ imported }) => imported && catalogues.includes(imported.name))
          .map(({ local }) => local.name)
      : [],
  );
  const kept: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    if (isFunction(node)) return;
    const read = node.type === "SpreadElement" ? node.argument : node.object;
    const { type, name } = (read ?? {}) as Node;
    if (type === "Identifier" && names.includes(String(name)))
      kept.push(text.slice(Number(node.start), Number(node.end)));
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(program);
  return kept;
}
