import { z } from "zod";
import { bani, type Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { FieldProblem, Problems } from "#ticketing/forms/field-problem.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { optionalMoment, requiredWords, wholeNumber } from "./catalogue-fields-form.ts";

/** A row of the form as it is typed; `id` is that of a saved phase. */
export type PhaseValues = Readonly<Record<"id" | PhasePart, string>>;

export const phaseParts = ["name", "price", "until", "tickets"] as const;
type PhasePart = (typeof phaseParts)[number];

/** The rows of the form, from 1. */
export const phaseNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
type PhaseNumber = (typeof phaseNumbers)[number];

/** What is typed into a row, by the name of its field. */
export type PhaseField = `phase_${PhaseNumber}_${PhasePart}`;

/** A phase as it shall be. `row` says where it stood in the form. */
export type PhaseForm = {
  readonly row: PhaseNumber;
  readonly id: string;
  readonly name: string;
  readonly price: Money;
  readonly endsAt: Date | null;
  /** So many tickets at this price; null for any number. */
  readonly tickets: number | null;
};

const leastPrice = Math.ceil(limits.leastCardPayment / 100);

const phase = z.strictObject({
  id: z.string(),
  name: requiredWords(lengths.catalogueName),
  price: wholeNumber(leastPrice, limits.price),
  until: optionalMoment,
  tickets: wholeNumber(1, limits.capacity).optional(),
});

/** A row without anything typed is no phase. */
export function isBlankPhase(row: PhaseValues): boolean {
  return phaseParts.every((part) => row[part].trim() === "");
}

/**
 * The phases in their order: none, or at least two; one alone only where it is saved and the others went, so that it is
 * the type's price without an end. Each but the last ends at a moment or after so many tickets; a later one does not end
 * earlier. The last has no end.
 */
export function readPhases(rows: readonly PhaseValues[]): Outcome<PhaseForm[], Problems<PhaseField>> {
  const problems: Problems<PhaseField> = {};
  const wrong = (row: PhaseNumber, part: PhasePart, problem: FieldProblem) => {
    problems[`phase_${row}_${part}`] ??= problem;
  };
  const read = rows.flatMap((values, at): PhaseForm[] => {
    if (isBlankPhase(values)) return [];
    const row = phaseNumbers[at];
    if (!row) {
      wrong(10, "name", "too_many");
      return [];
    }
    const parsed = phase.safeParse({ ...values, tickets: values.tickets.trim() || undefined });
    for (const { path, message } of parsed.error?.issues ?? [])
      wrong(row, path[0] as PhasePart, message as FieldProblem);
    if (!parsed.success) return [];
    const { id, name, price, until: endsAt, tickets = null } = parsed.data;
    return [{ row, id, name, price: bani(price * 100), endsAt, tickets }];
  });
  if (Object.keys(problems).length > 0) return refused(problems);
  const [first, second] = read;
  // its price would be the type's for good, whatever end was meant
  if (first && !second && (first.id === "" || first.endsAt || first.tickets))
    return refused({ [`phase_${first.row}_name`]: "alone" });
  let latest: Date | null = null;
  for (const { row, endsAt, tickets } of read.slice(0, -1)) {
    if (!endsAt && !tickets) wrong(row, "until", "no_end");
    if (endsAt && latest && endsAt <= latest) wrong(row, "until", "before_start");
    latest = endsAt ?? latest;
  }
  const last = read.at(-1);
  if (last?.endsAt) wrong(last.row, "until", "never_ends");
  if (last?.tickets) wrong(last.row, "tickets", "never_ends");
  return Object.keys(problems).length > 0 ? refused(problems) : done(read);
}
