import { resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { textOf, trackedFiles } from "#test/support/import-graph.ts";
import type { Fields, Form } from "#ticketing/forms/form.ts";

type Node = { readonly type: string; readonly [key: string]: unknown };

/** A name under which a request may send a text, and the file that reads it. */
export type WrittenField = { readonly file: string; readonly name: string };

/** Files that read requests: forms, routes, and the functions they call. */
const reads =
  /^src\/(?:web|host|ticketing)\/.*(?:-forms?|-route|\.server|-search|-query|-link)\.tsx?$|^src\/host\//;
/** Tables are read from rows, these of the host from its environment and its own files. */
const readsOthers = /-tables\.server\.ts$|^src\/host\/(?:config|backup-manifest|metrics)\.ts$/;
/** A number that the HTTP parser reads, and a parameter inside a link that is typed as a whole. */
const notTexts = new Set(["content-length", "v"]);

/** The functions that read forms, addresses and headers; the last argument is the name. */
const asks = new Set("get getAll has text all textOf enteredText word typed query header wordsOf".split(" "));
/** The objects on which `get` and the like read a request. Others are maps of ours and headers of answers. */
const carriers =
  /(?:^|[.\s])(?:form|fields|query|searchParams|parameters|formData\(\)\)?|read\.value|request\.headers|req\.raw\.headers)$/;
const methods = new Set(["get", "getAll", "has"]);

const files = trackedFiles().filter(
  (file) => reads.test(file) && !readsOthers.test(file) && !file.includes(".test."),
);
/** The fields of each form that is a table, by its file. */
const tables = new Map<string, string[]>();
for (const file of files.filter((file) => textOf(file).includes("#ticketing/forms/form.ts"))) {
  const exported = Object.values<unknown>(await import(resolve(file)));
  const forms = exported.filter((one): one is Pick<Form<Fields>, "sent"> => Object(one).sent !== undefined);
  tables.set(
    file,
    forms.flatMap(({ sent }) => [...sent.one, ...sent.many]),
  );
}

/** Every field that the product reads from a request, found in its parsed source and in the tables of its forms. */
export function writtenFields(): WrittenField[] {
  return files.flatMap((file) =>
    [...new Set([...namesIn(file), ...(tables.get(file) ?? [])])]
      .filter((name) => !notTexts.has(name))
      .sort()
      .map((name) => ({ file, name })),
  );
}

function namesIn(file: string): Set<string> {
  const source = textOf(file);
  const { program } = parseSync(file, source);
  const nodes = [...nodesOf(program as unknown as Node)];
  const names = new Set<string>();
  const literals = new Map<string, Node>();
  for (const node of nodes)
    if (node.type === "VariableDeclarator" && isNode(node.init) && isNode(node.id))
      literals.set(String(node.id.name), node.init);
  const written = (node: Node) => source.slice(Number(node.start), Number(node.end));

  /** The keys of an object of a schema, with those it spreads. */
  function keysOf(object: Node): void {
    if (object.type === "Identifier") {
      const named = literals.get(String(object.name));
      if (named?.type === "ObjectExpression") keysOf(named);
    }
    if (object.type !== "ObjectExpression") return;
    for (const property of object.properties as Node[]) {
      if (property.type === "SpreadElement") keysOf(property.argument as Node);
      else names.add(String((property.key as Node).name ?? (property.key as Node).value));
    }
  }
  function stringsOf(node: Node): void {
    for (const inner of nodesOf(node))
      if (inner.type === "Literal" && typeof inner.value === "string") names.add(inner.value);
  }

  for (const node of nodes) {
    if (
      node.type === "VariableDeclarator" &&
      /Fields$|^fields$/.test(String((node.id as Node).name)) &&
      isNode(node.init) &&
      node.init.type.startsWith("Array")
    )
      stringsOf(node.init);
    if (node.type !== "CallExpression") continue;
    const args = node.arguments as Node[];
    const callee = node.callee as Node;
    const called = written(callee);
    if (/^z\.(?:strictO|o)bject$/.test(called) && args[0]) keysOf(args[0]);
    if (called === "postedForm" && args[1])
      for (const array of nodesOf(args[1])) if (array.type === "ArrayExpression") stringsOf(array);
    const verb = String((callee.property as Node | undefined)?.name ?? callee.name);
    const name = args.at(-1);
    if (!asks.has(verb) || name?.type !== "Literal" || typeof name.value !== "string") continue;
    const isCarried =
      callee.type !== "MemberExpression" ||
      !methods.has(verb) ||
      carriers.test(written(callee.object as Node));
    const isAsked =
      callee.type !== "MemberExpression" ||
      methods.has(verb) ||
      /(?:form|c\.req)$/.test(written(callee.object as Node));
    if (isCarried && isAsked) names.add(name.value);
  }
  return names;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const [key, value] of Object.entries(node)) {
    if (key === "parent") continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child);
  }
}
