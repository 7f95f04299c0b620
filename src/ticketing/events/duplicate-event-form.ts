import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { checkHours, chosen, day, optionalTime, problemsOf, requiredWords } from "./catalogue-fields-form.ts";

const parts = ["artists", "picture"] as const;

const fields = z.strictObject({
  title: requiredWords(lengths.eventTitle),
  name: requiredWords(lengths.catalogueName),
  date: day,
  time: optionalTime,
  parts: z.array(z.enum(parts, { error: "unknown" })),
  types: chosen(limits.typesPerCopy),
});
const copy = fields.superRefine(checkHours);

export type CopyField = keyof typeof fields.shape;

/** What the copy has of its own, and what is copied with it; all other fields are the same. */
export type CopyForm = Readonly<z.output<typeof copy>>;

export type CopyValues = {
  readonly title: string;
  readonly name: string;
  readonly date: string;
  readonly time: string;
  readonly parts: readonly string[];
  readonly types: readonly string[];
};

export function readCopyForm(values: CopyValues): Outcome<CopyForm, Problems<CopyField>> {
  const parsed = copy.safeParse({ ...values, parts: [...values.parts], types: [...values.types] });
  return parsed.success ? done(parsed.data) : refused(problemsOf<CopyField>(parsed.error));
}
