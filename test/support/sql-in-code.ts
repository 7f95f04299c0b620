import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { importsOf, textOf } from "./import-graph.ts";

/*
 * Reads the code for SQL and reports the parts that are not fixed, that is, known before the program runs. Fixed are
 * literals, constants of fixed text, a choice between such, and the result of a function whose arguments are fixed at
 * every call. Every other part is a value, and belongs beside the statement.
 */

// biome-ignore lint/suspicious/noExplicitAny: a node of the parser's tree, of which a few kinds matter
type Node = any;

type Scope = { readonly parent: Scope | undefined; readonly names: Map<string, Binding> };
type Binding =
  | { readonly kind: "constant"; readonly value: Node; readonly scope: Scope; readonly key?: string }
  | { readonly kind: "parameter"; readonly of: Callable; readonly index: number; readonly key?: string }
  | { readonly kind: "imported"; readonly file: string; readonly name: string }
  | { readonly kind: "changing" };
type Callable = { readonly node: Node; scope: Scope; name?: string };
type Call = {
  readonly file: string;
  readonly scope: Scope;
  readonly name: string;
  readonly args: readonly Node[];
};

const keywords =
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|COPY|SET LOCAL|SET ROLE|SET SESSION|GRANT|REVOKE|CREATE|ALTER|DROP|BEGIN|LISTEN|TRUNCATE)\b/;

/** Functions that return as SQL what they are given as SQL. */
const passed = ["String", "to", "copyTo", "copyFrom"];

export type Loose = { readonly file: string; readonly expression: string };

/**
 * Every part of SQL in these files that is not fixed, as it is written. `writers`: functions whose result counts as
 * fixed for all arguments.
 */
export function looseSql(files: readonly string[], writers: readonly string[]): Loose[] {
  const asked: { node: Node; file: string; scope: Scope }[] = [];
  const raw: typeof asked = [];
  const calls = new Map<string, Call[]>();
  const modules = new Map<string, Scope>();
  const callables = new Map<Node, Callable>();
  /** The scope at the end of a function that returns a value. */
  const ends = new Map<Node, Scope>();
  const pushed = new Map<string, Call[]>();

  for (const file of files) {
    const top: Scope = { parent: undefined, names: new Map() };
    modules.set(file, top);
    const targets = new Map(importsOf(file).map(({ written, to }) => [written, to]));
    visit(
      parseSync(file, textOf(file)).program,
      top,
      file,
      (source) => targets.get(source) ?? join(dirname(file), source),
    );
  }

  function visit(node: Node, scope: Scope, file: string, resolve: (source: string) => string): void {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one, scope, file, resolve);
      return;
    }
    const inner = (next: Scope) => {
      for (const key of Object.keys(node)) visit(node[key], next, file, resolve);
    };
    switch (node.type) {
      case "ImportDeclaration":
        for (const { local, imported, type } of node.specifiers ?? [])
          if (type === "ImportSpecifier")
            scope.names.set(local.name, {
              kind: "imported",
              file: resolve(node.source.value),
              name: imported.name,
            });
        return;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression": {
        const made: Scope = { parent: scope, names: new Map() };
        const callable = callables.get(node) ?? { node, scope: made };
        callable.scope = made;
        callables.set(node, callable);
        if (node.id) {
          callable.name = node.id.name;
          scope.names.set(node.id.name, { kind: "constant", value: node, scope: made });
        }
        node.params.forEach((param: Node, index: number) => {
          for (const { name, key } of namesIn(param))
            made.names.set(name, { kind: "parameter", of: callable, index, ...(key ? { key } : {}) });
        });
        inner(made);
        return;
      }
      case "ForOfStatement": {
        const made: Scope = { parent: scope, names: new Map() };
        inner(made);
        for (const { id } of node.left.declarations ?? [])
          for (const { name } of namesIn(id))
            made.names.set(name, { kind: "constant", value: node.right, scope });
        return;
      }
      case "BlockStatement":
      case "ForStatement":
        inner({ parent: scope, names: new Map() });
        return;
      case "ReturnStatement":
        ends.set(node.argument, scope);
        break;
      case "VariableDeclarator": {
        const value = unwrapped(node.init);
        if (/Function/.test(value?.type ?? "") && node.id.type === "Identifier")
          callables.set(value, { node: value, scope, name: node.id.name });
        for (const { name, key } of namesIn(node.id))
          scope.names.set(
            name,
            value ? { kind: "constant", value, scope, ...(key ? { key } : {}) } : { kind: "changing" },
          );
        break;
      }
      case "VariableDeclaration":
        inner(scope);
        if (node.kind !== "const")
          for (const { id } of node.declarations)
            for (const { name } of namesIn(id)) scope.names.set(name, { kind: "changing" });
        return;
      case "TaggedTemplateExpression":
        // what stands in Drizzle's own tag is a column, a fragment, or a value that is sent beside the statement
        if (!isBuilderTag(node.tag, scope)) break;
        visit(node.quasi.expressions, scope, file, resolve);
        return;
      case "MemberExpression":
        if (node.property.name === "raw" && isBuilderTag(node.object, scope) && !isTables(file))
          raw.push({ node, file, scope });
        break;
      case "CallExpression": {
        const name = node.callee.name ?? node.callee.property?.name;
        if (node.callee.type === "Identifier") {
          calls.set(name, [...(calls.get(name) ?? []), { file, scope, name, args: node.arguments }]);
        }
        if (name === "push" && node.callee.object.type === "Identifier") {
          const list = node.callee.object.name;
          pushed.set(list, [...(pushed.get(list) ?? []), { file, scope, name: list, args: node.arguments }]);
        }
        const [first] = node.arguments;
        const isMapped =
          node.callee.type === "MemberExpression" && ["map", "flatMap", "filter"].includes(name);
        if (isMapped && /Function/.test(first?.type ?? "")) {
          const made: Scope = { parent: scope, names: new Map() };
          callables.set(first, { node: first, scope: made });
          first.params.forEach((param: Node) => {
            for (const { name: own } of namesIn(param))
              made.names.set(own, { kind: "constant", value: node.callee.object, scope });
          });
          visit(node.callee, scope, file, resolve);
          visit(first.body, made, file, resolve);
          return;
        }
        if (first && node.callee.type === "MemberExpression" && name === "query")
          asked.push({ node: first, file, scope });
        if (first && name === "copyOut") asked.push({ node: first, file, scope });
        break;
      }
      case "TemplateLiteral":
        if (node.quasis.some((quasi: Node) => keywords.test(quasi.value.raw)))
          asked.push({ node, file, scope });
        break;
      case "BinaryExpression":
        if (node.operator === "+" && [node.left, node.right].some(isSqlText))
          asked.push({ node, file, scope });
        break;
    }
    inner(scope);
  }

  const loose = new Map<string, Loose>();
  const answers = new Map<object, boolean>();

  function tellOf(node: Node, file: string): void {
    const expression = textOf(file).slice(node.start, node.end).replace(/\s+/g, " ");
    loose.set(`${file} ${expression}`, { file, expression });
  }

  /** Whether it is fixed; `tell` writes down the parts that are not. */
  function isFixed(given: Node, scope: Scope, file: string, tell: boolean): boolean {
    const node = unwrapped(given);
    const no = () => {
      if (tell) tellOf(node, file);
      return false;
    };
    const every = (nodes: readonly Node[]) =>
      nodes.filter((one) => !isFixed(one, scope, file, tell)).length === 0;
    switch (node?.type) {
      case "Literal":
        return true;
      case "TemplateLiteral":
        return every(node.expressions);
      case "ConditionalExpression":
        return every([node.consequent, node.alternate]);
      case "LogicalExpression":
        return every([node.left, node.right]);
      case "BinaryExpression":
        // Arithmetic on numbers is allowed; concatenated text is not.
        return /^[-*/]$/.test(node.operator) ||
          (node.operator === "+" && ![node.left, node.right].some(isSqlText))
          ? every([node.left, node.right])
          : no();
      case "UnaryExpression":
        return every([node.argument]);
      case "ArrayExpression":
        return every(node.elements);
      case "SpreadElement":
        return every([node.argument]);
      case "ObjectExpression": {
        // Of a query object with name and values, the text alone is SQL.
        const named = (name: string) =>
          node.properties.filter((property: Node) => property.key?.name === name);
        const isQuery = named("values").length + named("text").length > 0;
        const parts = node.properties.filter(
          (property: Node) => !isQuery || property.type === "SpreadElement" || property.key?.name === "text",
        );
        return every(parts.map((property: Node) => property.argument ?? property.value));
      }
      case "ArrowFunctionExpression":
      case "FunctionExpression":
      case "FunctionDeclaration": {
        const made = callables.get(node)?.scope ?? scope;
        return returned(node).every((value) => isFixed(value, ends.get(value) ?? made, file, tell));
      }
      case "Identifier":
        return isName(node.name, scope, file) || no();
      case "MemberExpression":
        return isFixed(node.object, scope, file, false) || no();
      case "CallExpression": {
        const { callee } = node;
        // The result of a function of its parameters is checked at all its calls.
        if (callee.type === "Identifier") {
          if (writers.includes(callee.name)) return true;
          if (passed.includes(callee.name)) return every(node.arguments);
          return isFixed(callee, scope, file, false) || no();
        }
        const method = callee.property?.name;
        if (writers.includes(`${callee.object.name}.${method}`)) return true;
        // The value returned by a query's callback.
        const work = node.arguments.at(-1);
        if (["readAs", "withActor", "withDuty"].includes(method) && /Function/.test(work?.type ?? ""))
          return every([work]);
        if (
          ["join", "map", "flatMap", "filter", "entries", "keys", "values", "toLowerCase", "at"].includes(
            method,
          )
        ) {
          const subject =
            callee.object.name === "Object"
              ? node.arguments
              : [callee.object, ...(method === "join" ? [] : node.arguments)];
          return (
            subject.every((one: Node) =>
              /Function/.test(one.type)
                ? method === "filter" || isFixed(one, scope, file, false)
                : isFixed(one, scope, file, false),
            ) || no()
          );
        }
        return no();
      }
      case "TaggedTemplateExpression":
        return every(node.quasi.expressions);
      default:
        return no();
    }
  }

  function isName(name: string, from: Scope, file: string): boolean {
    if (name === "undefined") return true;
    const binding = bindingOf(name, from);
    if (binding)
      switch (binding.kind) {
        case "changing":
          return false;
        case "imported": {
          const there = modules.get(binding.file);
          return there !== undefined && isName(binding.name, there, binding.file);
        }
        case "constant":
          return assumed(binding.value, () => {
            const value = unwrapped(binding.value);
            const isWhole = (pushed.get(name) ?? []).every(
              (call) =>
                bindingOf(call.name, call.scope) !== binding ||
                call.args.every((arg) => isFixed(arg, call.scope, call.file, false)),
            );
            if (!isWhole) return false;
            const part =
              binding.key && value.type === "ObjectExpression"
                ? value.properties.find((property: Node) => property.key?.name === binding.key)?.value
                : value;
            return part !== undefined && isFixed(part, binding.scope, fileOf(binding.scope) ?? file, false);
          });
        case "parameter":
          return assumed(binding, () => isParameter(binding));
      }
    return false;
  }

  function isParameter({ of, index, key }: Extract<Binding, { kind: "parameter" }>): boolean {
    const made = (calls.get(of.name ?? "") ?? []).filter((call) => functionOf(call) === of.node);
    return (
      made.length > 0 &&
      made.every(({ args, scope, file }) => {
        const given = unwrapped(args[index]);
        if (given === undefined) return true;
        const part =
          key !== undefined && given.type === "ObjectExpression"
            ? given.properties.find((one: Node) => one.key?.name === key)?.value
            : given;
        return part === undefined || isFixed(part, scope, file, false);
      })
    );
  }

  function isBuilderTag(node: Node, scope: Scope): boolean {
    const binding = node.type === "Identifier" ? bindingOf(node.name, scope) : undefined;
    return binding?.kind === "imported" && binding.file === "drizzle-orm" && binding.name === "sql";
  }

  function bindingOf(name: string, from: Scope): Binding | undefined {
    for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
      const found = scope.names.get(name);
      if (found) return found;
    }
    return undefined;
  }

  function functionOf({ name, scope }: Pick<Call, "name" | "scope">): Node {
    const found = bindingOf(name, scope);
    if (found?.kind === "constant") return found.value;
    const there = found?.kind === "imported" ? modules.get(found.file) : undefined;
    return there && found?.kind === "imported" ? functionOf({ name: found.name, scope: there }) : undefined;
  }

  /** A node that is being checked already counts as fixed: the other parts decide. */
  function assumed(about: object, ask: () => boolean): boolean {
    const known = answers.get(about);
    if (known !== undefined) return known;
    answers.set(about, true);
    const answer = ask();
    answers.set(about, answer);
    return answer;
  }

  function fileOf(scope: Scope): string | undefined {
    let top = scope;
    while (top.parent) top = top.parent;
    return [...modules].find(([, known]) => known === top)?.[0];
  }

  for (const { node, file, scope } of asked) isFixed(node, scope, file, true);
  for (const { node, file } of raw) tellOf(node, file);
  return [...loose.values()];
}

/** Tables are descriptions, from which migrations are made: no request reaches them. */
const isTables = (file: string) => file.endsWith("-tables.server.ts");

function isSqlText(node: Node): boolean {
  const written =
    node.type === "Literal"
      ? String(node.value)
      : (node.quasis ?? []).map((quasi: Node) => quasi.value.raw).join(" ");
  return keywords.test(written);
}

function unwrapped(node: Node): Node {
  const wrappers = [
    "TSAsExpression",
    "TSSatisfiesExpression",
    "TSNonNullExpression",
    "ParenthesizedExpression",
    "AwaitExpression",
  ];
  let inner = node;
  while (inner && wrappers.includes(inner.type)) inner = inner.expression ?? inner.argument;
  return inner;
}

/** The names that a pattern binds, each with the property it takes. */
function namesIn(pattern: Node): { name: string; key?: string }[] {
  switch (pattern?.type) {
    case "Identifier":
      return [{ name: pattern.name }];
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "ObjectPattern":
      return pattern.properties.flatMap((property: Node) =>
        property.type === "RestElement"
          ? namesIn(property.argument)
          : namesIn(property.value).map(({ name }) => ({ name, key: property.key.name })),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element: Node) => (element ? namesIn(element) : []));
    case "RestElement":
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

/** The values that a function returns, without those of its inner functions. */
function returned(node: Node): Node[] {
  if (node.body.type !== "BlockStatement") return [node.body];
  const found: Node[] = [];
  const look = (one: Node): void => {
    if (one === null || typeof one !== "object") return;
    if (Array.isArray(one)) {
      for (const part of one) look(part);
      return;
    }
    if (/Function/.test(one.type ?? "")) return;
    if (one.type === "ReturnStatement" && one.argument) found.push(one.argument);
    for (const key of Object.keys(one)) look(one[key]);
  };
  look(node.body);
  return found;
}
