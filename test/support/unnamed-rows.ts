import { parseSync } from "oxc-parser";

// biome-ignore lint/suspicious/noExplicitAny: the parser's nodes have many shapes
type Node = any;

/** The statements of this code whose rows are read although the call does not name their shape: `query<Row>()`. */
export function unnamedRows(file: string, text: string): string[] {
  const found: string[] = [];
  const waiting = new Map<string, string>();
  const readFrom = new Set<string>();
  const inner = (node: Node): Node =>
    node?.type === "AwaitExpression" || node?.type === "ParenthesizedExpression"
      ? inner(node.argument ?? node.expression)
      : node;
  const asked = (node: Node): string | undefined => {
    const call = inner(node);
    const isQuery = call?.type === "CallExpression" && call.callee.property?.name === "query";
    return isQuery && !call.typeArguments ? text.slice(call.start, call.end).replace(/\s+/g, " ") : undefined;
  };
  const visit = (node: Node): void => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (node.type === "VariableDeclarator") {
      const statement = asked(node.init);
      if (statement !== undefined && node.id.type === "Identifier") waiting.set(node.id.name, statement);
      if (statement !== undefined && node.id.type === "ObjectPattern")
        if (node.id.properties.some((one: Node) => one.key?.name === "rows")) found.push(statement);
    }
    if (node.type === "MemberExpression" && node.property?.name === "rows") {
      const statement = asked(node.object);
      if (statement !== undefined) found.push(statement);
      if (node.object.type === "Identifier") readFrom.add(node.object.name);
    }
    for (const key of Object.keys(node)) visit(node[key]);
  };
  visit(parseSync(file, text).program);
  for (const [name, statement] of waiting) if (readFrom.has(name)) found.push(statement);
  return found;
}
