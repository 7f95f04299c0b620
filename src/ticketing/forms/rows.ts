import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { FieldProblem, Problems } from "./field-problem.ts";
import type { AcceptedBy, FieldSource, Fields, Form, Name, TypedIn } from "./form.ts";

/** The name of a field in a row, such as `phase_1_name`. */
export type RowField<Prefix extends string, F extends Fields> = `${Prefix}_${number}_${Name<F>}`;

/**
 * Rows of one kind in a form, numbered from 1. A row with nothing typed is left out; the others keep their numbers.
 */
export function rowFormsOf<const Prefix extends string, F extends Fields>(
  prefix: Prefix,
  most: number,
  row: Form<F>,
  isBlank: (typed: TypedIn<F>) => boolean,
) {
  type Field = RowField<Prefix, F>;
  const field = (no: number, part: Name<F>): Field => `${prefix}_${no}_${part}`;
  const numbers = Array.from({ length: most }, (_, at) => at + 1);
  const cells = numbers.flatMap((no) => row.names.map((part) => ({ no, part, name: field(no, part) })));
  return {
    numbers,
    names: cells.map(({ name }) => name),
    /** Calls `make` for each field of each row; the result is keyed by field name. */
    each: <Of>(make: (part: Name<F>, row: number) => Of) =>
      Object.fromEntries(cells.map(({ no, part, name }) => [name, make(part, no)])) as Record<Field, Of>,
    /** The typed rows, up to the last one in which something is typed. */
    typed: ({ text }: Pick<FieldSource, "text">): TypedIn<F>[] => {
      const rows = numbers.map((no) =>
        row.typed({ text: (part) => text(field(no, part as Name<F>)), all: () => [] }),
      );
      return rows.slice(0, rows.findLastIndex((one) => !isBlank(one)) + 1);
    },
    read: (
      rows: readonly TypedIn<F>[],
    ): Outcome<(AcceptedBy<F> & { readonly row: number })[], Problems<Field>> => {
      const problems: Partial<Record<Field, FieldProblem>> = {};
      const accepted = rows.slice(0, most).flatMap((typed, at) => {
        if (isBlank(typed)) return [];
        const read = row.read(typed);
        if (read.ok) return [{ ...read.value, row: at + 1 }];
        for (const [part, problem] of Object.entries<FieldProblem | undefined>(read.refusal))
          if (problem) problems[field(at + 1, part as Name<F>)] = problem;
        return [];
      });
      return Object.keys(problems).length > 0 ? refused(problems) : done(accepted);
    },
  };
}
