import { badParameter } from "./provider-error.ts";

/** A form of the provider's protocol: `line_items[0][price_data][currency]=ron`, nested as deep as its brackets. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

export function readForm(encoded: string): FormFields {
  const fields = emptyTree();
  for (const [name, value] of new URLSearchParams(encoded)) setValue(fields, pathOf(name), value);
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
function emptyTree(): Tree {
  return Object.create(null);
}

function pathOf(name: string): string[] {
  const [first = "", ...rest] = name.split("[");
  return [first, ...rest.map((part) => part.replace(/\]$/, ""))];
}

function setValue(tree: Tree, [name = "", ...rest]: string[], value: string): void {
  const key = name === "" ? String(Object.keys(tree).length) : name;
  if (rest.length === 0) {
    tree[key] = value;
    return;
  }
  const inner = tree[key];
  const next = typeof inner === "object" ? inner : emptyTree();
  tree[key] = next;
  setValue(next, rest, value);
}

function withLists(tree: Tree): FormFields {
  const fields: FormFields = Object.create(null);
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

/** "text 250" is a text of at most 250 characters. */
type TextKind = "text" | `text ${number}` | "whole" | "truth";
/** What a parameter may be: text, a whole number, `true` or `false`, a free map, a list or an object. */
export type ParameterKind =
  | TextKind
  | "map"
  | readonly [ParameterKind]
  | { readonly [name: string]: ParameterKind };
export type ParameterKinds = { readonly [name: string]: ParameterKind };

/** Throws the provider's errors for parameters that are unknown, empty or of another kind. */
export function checkParameters(kinds: ParameterKinds, parameters: FormFields, prefix = ""): void {
  for (const [name, value] of Object.entries(parameters)) {
    const param = prefix === "" ? name : `${prefix}[${name}]`;
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined && param === "payment_method_types")
      throw badParameter(
        "The `payment_method_types` parameter is no longer supported. Use `allowed_payment_method_types` instead.",
        param,
        "payment_method_types_no_longer_supported",
      );
    if (kind === undefined)
      throw badParameter(`Received unknown parameter: ${param}`, param, "parameter_unknown");
    checkValue(kind, value, param);
  }
}

function checkValue(kind: ParameterKind, value: FormValue, param: string): void {
  if (kind === "map") {
    if (!isFields(value) || Object.values(value).some((inner) => typeof inner !== "string"))
      throw badParameter(`Invalid hash`, param);
    // https://docs.stripe.com/api/metadata
    if (Object.keys(value).length > 50) throw badParameter("Metadata can have at most 50 keys", param);
    for (const [name, text] of Object.entries(value)) {
      checkLength(name, 40, param);
      checkLength(String(text), 500, `${param}[${name}]`);
    }
  } else if (typeof kind === "string") {
    if (typeof value !== "string") throw badParameter(`Invalid string: ${JSON.stringify(value)}`, param);
    checkText(kind, value, param);
  } else if (isList(kind)) {
    if (!Array.isArray(value)) throw badParameter("Invalid array", param);
    for (const [index, inner] of value.entries()) checkValue(kind[0], inner, `${param}[${index}]`);
  } else {
    if (!isFields(value)) throw badParameter("Invalid object", param);
    checkParameters(kind, value, param);
  }
}

function checkText(kind: TextKind, value: string, param: string): void {
  if (value === "")
    throw badParameter(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      param,
      "parameter_invalid_empty",
    );
  if (kind === "whole" && !/^-?\d{1,15}$/.test(value))
    throw badParameter(`Invalid integer: ${value}`, param, "parameter_invalid_integer");
  if (kind === "truth" && value !== "true" && value !== "false")
    throw badParameter(`Invalid boolean: ${value}`, param);
  checkLength(value, Number(kind.split(" ")[1] ?? 5000), param);
}

function checkLength(value: string, most: number, param: string): void {
  if ([...value].length > most)
    throw badParameter(
      `Invalid string: must be at most ${most} characters`,
      param,
      "parameter_invalid_string_long",
    );
}

function isList(kind: readonly [ParameterKind] | ParameterKinds): kind is readonly [ParameterKind] {
  return Array.isArray(kind);
}

export function isFields(value: FormValue | undefined): value is FormFields {
  return typeof value === "object" && !Array.isArray(value);
}

export function textParameter(parameters: FormFields, name: string): string | null {
  const value = parameters[name];
  return typeof value === "string" ? value : null;
}

export function neededText(parameters: FormFields, name: string, prefix = ""): string {
  const value = textParameter(parameters, name);
  if (value !== null) return value;
  const param = prefix === "" ? name : `${prefix}[${name}]`;
  throw badParameter(`Missing required param: ${param}.`, param, "parameter_missing");
}

export function wholeNumberOf(parameters: FormFields, name: string): number | null {
  const value = textParameter(parameters, name);
  return value === null ? null : Number(value);
}

export function fieldsOf(parameters: FormFields, name: string): FormFields {
  const value = parameters[name];
  return isFields(value) ? value : {};
}

export function mapOf(parameters: FormFields, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldsOf(parameters, name)).flatMap(([key, value]) =>
      typeof value === "string" && value !== "" ? [[key, value]] : [],
    ),
  );
}
