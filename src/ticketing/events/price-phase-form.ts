import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { FieldProblem, Problems } from "#ticketing/forms/field-problem.ts";
import {
  hiddenValue,
  moment,
  number,
  optional,
  savedAs,
  textUpTo,
  wholeLei,
} from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { type RowField, rowFormsOf } from "#ticketing/forms/rows.ts";
import { lengths, limits } from "#ticketing/limits.ts";

const leastPrice = Math.ceil(limits.leastCardPayment / 100);

const fields = {
  /** The id of a saved phase. */
  id: hiddenValue(),
  name: textUpTo(lengths.catalogueName),
  price: wholeLei(leastPrice, limits.price),
  until: savedAs("endsAt", optional(moment())),
  /** How many tickets have this price; null for any number. */
  tickets: optional(number(1, limits.capacity)),
};
export const phaseRowForm = form(fields);
export type PhaseValues = typeof phaseRowForm.empty;
export type PhaseField = RowField<"phase", typeof fields>;
/** A phase as it shall be saved. `row` is its row in the form. */
export type PhaseForm = AcceptedBy<typeof fields> & { readonly row: number };

/** Whether nothing was typed in a row, which then counts as no phase. */
export function isBlankPhase({ name, price, until, tickets }: PhaseValues): boolean {
  return [name, price, until, tickets].every((text) => text.trim() === "");
}

export const phaseRows = rowFormsOf("phase", 10, phaseRowForm, isBlankPhase);

/**
 * Reads the phases in order: none, or at least two. Each but the last ends at a moment or after a number of tickets,
 * and not before an earlier one; the last has no end. A saved phase may be left alone when the others are removed: it
 * becomes the type's price.
 */
export function readPhases(rows: readonly PhaseValues[]): Outcome<PhaseForm[], Problems<PhaseField>> {
  const mostRows = phaseRows.numbers.length;
  const read = phaseRows.read(rows);
  const problems: Problems<PhaseField> = read.ok ? {} : { ...read.refusal };
  const addProblem = (row: number, part: "name" | "until" | "tickets", problem: FieldProblem) => {
    problems[`phase_${row}_${part}`] ??= problem;
  };
  if (!rows.slice(mostRows).every(isBlankPhase)) addProblem(mostRows, "name", "too_many");
  if (!read.ok || Object.keys(problems).length > 0) return refused(problems);
  const [first, second] = read.value;
  // a single new phase would be the type's price for good, whatever end was meant
  if (first && !second && (first.id === "" || first.endsAt || first.tickets))
    return refused({ [`phase_${first.row}_name`]: "alone" });
  let latestEnd: Date | null = null;
  for (const { row, endsAt, tickets } of read.value.slice(0, -1)) {
    if (!endsAt && !tickets) addProblem(row, "until", "no_end");
    if (endsAt && latestEnd && endsAt <= latestEnd) addProblem(row, "until", "before_start");
    latestEnd = endsAt ?? latestEnd;
  }
  const last = read.value.at(-1);
  if (last?.endsAt) addProblem(last.row, "until", "never_ends");
  if (last?.tickets) addProblem(last.row, "tickets", "never_ends");
  return Object.keys(problems).length > 0 ? refused(problems) : done(read.value);
}
