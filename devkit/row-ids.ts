import { parseSync } from "oxc-parser";

/** How many rows each area of the requirements has, in the order of the list. */
export const areas: Readonly<Record<string, number>> = {
  A1: 37,
  A2: 23,
  A3: 41,
  A4: 22,
  A5: 26,
  A6: 11,
  A7: 14,
  A8: 15,
  A9: 13,
  A10: 9,
  A11: 14,
  A12: 28,
  A13: 17,
  A14: 42,
  A15: 26,
  A16: 20,
  A17: 38,
  A18: 25,
  B1: 32,
  B2: 27,
  B3: 17,
  B4: 12,
  B5: 28,
  B6: 14,
  B7: 17,
  B8: 26,
  B9: 9,
  B10: 32,
  B11: 6,
  B12: 23,
  B13: 16,
  B14: 62,
  B15: 15,
};

const rowOf = (area: string, n: number) => `${area}-${String(n).padStart(2, "0")}`;

/** Every row there is, in the order of the list. */
export const allRows: readonly string[] = Object.entries(areas).flatMap(([area, size]) =>
  Array.from({ length: size }, (_, n) => rowOf(area, n + 1)),
);

/** What must never happen and what is survived, in order. */
export const allPromises: readonly string[] = [
  ...Array.from({ length: 36 }, (_, n) => `I${n + 1}`),
  ...Array.from({ length: 55 }, (_, n) => `F${n + 1}`),
];

/** The rows that a text names; `A3-14..A3-19` and `A3-14..19` are all of these. */
export function rowsIn(text: string): string[] {
  const found: string[] = [];
  for (const [, area = "", first = "", last] of text.matchAll(
    /\b([AB]\d{1,2})-(\d{2})(?:\.\.(?:\1-)?(\d{2}))?(?!\d)/g,
  ))
    for (let n = Number(first); n <= Number(last ?? first); n += 1) found.push(rowOf(area, n));
  return found;
}

/** The promises (I1 to I36, F1 to F55) that a title names; `I1-I14` and `I1..I14` are all of these. */
export function promisesIn(text: string): string[] {
  const found: string[] = [];
  for (const [, kind = "", first = "", last] of text.matchAll(
    /\b([IF])(\d{1,2})(?:(?:-|\.\.)\1(\d{1,2}))?\b/g,
  ))
    for (let n = Number(first); n <= Number(last ?? first); n += 1) found.push(`${kind}${n}`);
  return found;
}

/** The groups of attacks that a title names: "(attacks 97, 99 and 101)", "attack 20 to 25". */
export function attacksIn(text: string): number[] {
  return [...text.matchAll(/\b[aA]ttacks? (\d+(?:(?:, | and | to )\d+)*)/g)].flatMap(([, list = ""]) =>
    list.split(/, | and /).flatMap((part) => {
      const [from = 0, to = from] = part.split(" to ").map(Number);
      return Array.from({ length: to - from + 1 }, (_, n) => from + n);
    }),
  );
}

/** The titles of a test file, and every string in it: the tables of cases name rows too. */
export function wordsOfTests(file: string, source: string): { titles: string[]; strings: string[] } {
  const titles: string[] = [];
  const strings: string[] = [];
  walk(parseSync(file, source).program as unknown as Node, (node) => {
    const text = textOf(node);
    if (text !== undefined) strings.push(text);
    if (node.type !== "CallExpression" || !isTestCall(node.callee)) return;
    const title = Array.isArray(node.arguments) ? textOf(node.arguments[0]) : undefined;
    if (title !== undefined) titles.push(title);
  });
  return { titles, strings };
}

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function walk(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, see);
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TemplateLiteral" || !Array.isArray(node.quasis)) return undefined;
  return node.quasis.map((part: { value: { raw: string } }) => part.value.raw).join(" ");
}

/** `it(`, `test(`, `describe(`, and what hangs on them: `it.each(table)(`, `test.describe(`. */
function isTestCall(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "Identifier") return ["it", "test", "describe"].includes(String(callee.name));
  if (callee.type === "MemberExpression") return isTestCall(callee.object);
  return callee.type === "CallExpression" && isTestCall(callee.callee);
}
