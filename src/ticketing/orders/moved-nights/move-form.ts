import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import {
  checkHours,
  day,
  optionalTime,
  optionalWords,
  problemsOf,
  requiredWords,
} from "#ticketing/events/catalogue-fields-form.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { lengths } from "#ticketing/limits.ts";

const fields = z.strictObject({
  date: day,
  doors: optionalTime,
  time: optionalTime,
  ends: optionalTime,
  location: requiredWords(lengths.location),
  address: optionalWords(lengths.location),
  directions: optionalWords(lengths.directions),
  reason: requiredWords(lengths.nightReason),
});
const move = fields.superRefine(checkHours);

export type MoveField = keyof typeof fields.shape;
export type MoveForm = Readonly<z.output<typeof move>>;

/** When and where a night takes place instead, and why, in words for people. The hours may be empty. */
export function readMoveForm(
  values: Readonly<Record<MoveField, string>>,
): Outcome<MoveForm, Problems<MoveField>> {
  const parsed = move.safeParse(values);
  return parsed.success ? done(parsed.data) : refused(problemsOf<MoveField>(parsed.error));
}
