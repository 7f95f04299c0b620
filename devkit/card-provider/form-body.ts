/** A form of the provider's protocol: `line_items[0][price_data][currency]=ron`, nested as deep as its brackets. */
export type Given = string | Given[] | { [name: string]: Given };
export type GivenFields = { [name: string]: Given };

export function readForm(encoded: string): GivenFields {
  const fields = nothing();
  for (const [name, value] of new URLSearchParams(encoded)) place(fields, pathOf(name), value);
  return withLists(fields);
}

/** The same values in another order are the same request, for idempotency keys. */
export function canonicalForm(encoded: string): string {
  return [...new URLSearchParams(encoded)]
    .map(([name, value]) => JSON.stringify([name, value]))
    .sort()
    .join("\n");
}

type Tree = { [name: string]: string | Tree };

/** Without prototype, so that a field named `__proto__` is a field. */
function nothing(): Tree {
  return Object.create(null);
}

function pathOf(name: string): string[] {
  const [first = "", ...rest] = name.split("[");
  return [first, ...rest.map((part) => part.replace(/\]$/, ""))];
}

function place(tree: Tree, [name = "", ...rest]: string[], value: string): void {
  const key = name === "" ? String(Object.keys(tree).length) : name;
  if (rest.length === 0) {
    tree[key] = value;
    return;
  }
  const inner = tree[key];
  const next = typeof inner === "object" ? inner : nothing();
  tree[key] = next;
  place(next, rest, value);
}

function withLists(tree: Tree): GivenFields {
  const fields: GivenFields = Object.create(null);
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === "string") fields[name] = value;
    else {
      const inner = withLists(value);
      const isList = Object.keys(inner).every((key) => /^\d+$/.test(key));
      fields[name] = isList ? Object.values(inner) : inner;
    }
  }
  return fields;
}
