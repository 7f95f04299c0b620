import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { FieldProblem, Problems } from "./field-problem.ts";
import type { FieldRule } from "./fields.ts";

/** The rules of a form's fields, by their names in requests. */
export type Fields = Readonly<Record<string, FieldRule<unknown> | FieldRule<unknown, readonly string[]>>>;
export type Name<F> = keyof F & string;
type Camel<Of extends string> = Of extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Of;
type RowKey<F, K extends Name<F>> = F[K] extends { readonly row: infer Row extends string } ? Row : Camel<K>;
type ValueOf<Rule> =
  Rule extends FieldRule<infer One>
    ? One
    : Rule extends FieldRule<infer Several, readonly string[]>
      ? Several
      : never;
/** The value that a form accepts: the row that its act saves. */
export type AcceptedBy<F extends Fields> = { readonly [K in Name<F> as RowKey<F, K>]: ValueOf<F[K]> };
export type TypedIn<F extends Fields> = {
  readonly [K in Name<F>]: F[K] extends FieldRule<infer _> ? string : readonly string[];
};

/** The source of typed values: a request's form, or the browser's. */
export type FieldSource = { text(name: string): string; all(name: string): string[] };

/** A form: everything that follows from its fields. */
export type Form<F extends Fields> = {
  readonly fields: F;
  readonly names: readonly Name<F>[];
  /** The field names in requests: with one value (`one`) and with several (`many`). */
  readonly sent: { readonly one: readonly string[]; readonly many: readonly string[] };
  readonly empty: TypedIn<F>;
  rowKey(name: Name<F>): string;
  typed(source: FieldSource): TypedIn<F>;
  read(typed: TypedIn<F>): Outcome<AcceptedBy<F>, Problems<Name<F>>>;
  /** A saved row in the form's texts. */
  written(row: AcceptedBy<F>): TypedIn<F>;
  /** Each field as one line of text, to compare versions. */
  flat(typed: TypedIn<F>): Record<Name<F>, string>;
};

type Loose = FieldRule<unknown, string | readonly string[]>;
const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Makes a form. `checkTogether` checks rules between fields: it gets the typed texts and, if each field is right by
 * itself, the accepted row (else null). A problem of a single field wins over its own.
 */
export function form<const F extends Fields>(
  fields: F,
  checkTogether: (typed: TypedIn<F>, accepted: AcceptedBy<F> | null) => Problems<Name<F>> = () => ({}),
): Form<F> {
  const names = Object.keys(fields) as Name<F>[];
  const rule = (name: string) => (fields as unknown as Record<string, Loose>)[name] as Loose;
  const isMany = (name: string) => rule(name).control === "ticks";
  const rowKey = (name: string) => rule(name).row ?? camel(name);
  const forEachField = <Of>(make: (name: Name<F>) => Of) =>
    Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name<F>, Of>;
  return {
    fields,
    names,
    rowKey,
    sent: { one: names.filter((name) => !isMany(name)), many: names.filter(isMany) },
    empty: forEachField((name) => (isMany(name) ? [] : (rule(name).options?.[0] ?? ""))) as TypedIn<F>,
    typed: ({ text, all }) =>
      // a choice between two versions sends several values as one text with commas
      forEachField((name) =>
        isMany(name)
          ? all(name)
              .flatMap((ids) => ids.split(","))
              .filter(Boolean)
          : text(name),
      ) as TypedIn<F>,
    read: (typed) => {
      const row: Record<string, unknown> = {};
      const fieldProblems: Record<string, FieldProblem | undefined> = {};
      for (const name of names) {
        const condition = rule(name).where;
        const isAsked = !condition || typed[condition.name as Name<F>] === condition.value;
        const read = isAsked ? rule(name).read(typed[name]) : done(null);
        if (read.ok) row[rowKey(name)] = read.value;
        else fieldProblems[name] = read.refusal;
      }
      const isRight = Object.keys(fieldProblems).length === 0;
      const problems = { ...checkTogether(typed, isRight ? (row as AcceptedBy<F>) : null), ...fieldProblems };
      return Object.keys(problems).length > 0 ? refused(problems) : done(row as AcceptedBy<F>);
    },
    written: (row) =>
      forEachField((name) =>
        rule(name).write((row as Record<string, unknown>)[rowKey(name)]),
      ) as unknown as TypedIn<F>,
    flat: (typed) =>
      forEachField((name) => {
        const value: string | readonly string[] = typed[name];
        if (typeof value === "string") return value;
        return (rule(name).isOrdered ? value : [...value].sort()).join(",");
      }),
  };
}
