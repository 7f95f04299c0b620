import { parseSync } from "oxc-parser";
import { importsOf } from "#test/support/import-graph.ts";
import { routeFiles } from "#test/support/route-list.ts";
import type { Kind, Place } from "./mutant.ts";

/** The files of src/host that a request passes. */
function requestHandlers(): Set<string> {
  const found = new Set(["src/host/http.ts"]);
  for (const from of found)
    for (const { to, isType } of importsOf(from)) if (!isType && to.startsWith("src/host/")) found.add(to);
  return found;
}

/** Routes and screens' servers, and what a request passes before them. */
export const screens: Kind = {
  judged: "screens",
  wanted: 0.8,
  filesOf(files) {
    const answering = new Set([...routeFiles(), ...requestHandlers()]);
    return files.filter((file) => answering.has(file) || /^src\/web\/.*\.server\.tsx?$/.test(file));
  },
  placesOf: screenPlaces,
  mark: ({ isUnmarked }, n) => (isUnmarked ? ["", ""] : [`(globalThis.reach?.(${n}), `, ")"]),
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";

const turned: Record<string, string> = {
  "&&": "||",
  "||": "&&",
  "===": "!==",
  "!==": "===",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
};

const turnedOf = ({ type, operator }: Node): string | undefined =>
  type === "LogicalExpression" || type === "BinaryExpression" ? turned[String(operator)] : undefined;

/** Of a file of code: conditions, comparisons, early ends, booleans and calls, and what each becomes. */
export function screenPlaces(file: string, text: string): Place[] {
  const found: Place[] = [];
  const said = ({ start, end }: Node) => text.slice(start, end);

  function visit(node: Node, isUnmarked: boolean): void {
    const add = (kind: string, { start, end }: Node, became: string) =>
      found.push({ kind, start, end, became, isUnmarked });
    const { type, test, left, right, operator, expression } = node as Record<string, Node> & { type: string };
    // a comparison is turned itself
    if ((type === "IfStatement" || type === "ConditionalExpression") && test && !turnedOf(test))
      add("condition", test, `!(${said(test)})`);
    if (type === "IfStatement" && test && !node.alternate && endsEarly(node.consequent as Node))
      add("early end", test, `(${said(test)}) && false`);
    const other = turnedOf(node);
    if (other && left && right) {
      const between = text.slice(left.end, right.start).replace(String(operator), other);
      const kind = type === "LogicalExpression" ? "and, or" : "comparison";
      add(kind, node, text.slice(node.start, left.end) + between + text.slice(right.start, node.end));
    }
    if (type === "Literal" && typeof node.value === "boolean") add("boolean", node, String(!node.value));
    if (type === "ExpressionStatement" && expression && isCheck(said(expression)) && isCall(expression))
      add("call", expression, `false && ${said(expression)}`);
    const isFunction = /Function/.test(type);
    for (const child of Object.values(node).flat())
      if (isNode(child) && (!child.type.startsWith("TS") || isNode(child.expression)))
        visit(child, isUnmarked && !isFunction);
  }
  visit(parseSync(file, text).program as unknown as Node, true);
  return found;
}

function endsEarly(node: Node): boolean {
  const { type, body } = node;
  if (type === "BlockStatement") return endsEarly((body as Node[]).at(-1) ?? node);
  return /^(?:Return|Throw|Continue)Statement$/.test(type);
}

const isCall = (node: Node): boolean =>
  node.type === "CallExpression" || (node.type === "AwaitExpression" && isCall(node.argument as Node));
/** What is only logged changes no answer. */
const isCheck = (call: string) => !/\blog\.|^console\./.test(call);
