import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import { chosen, day, optionalTime, type Problems, problemsOf, words } from "./catalogue-fields-form.ts";

const parts = ["artists", "picture"] as const;

const copy = z.strictObject({
  name: words(120),
  date: day,
  time: optionalTime,
  parts: z.array(z.enum(parts, { error: "unknown" })),
  types: chosen(200),
});

export type CopyField = keyof typeof copy.shape;

/** What is another with the copy, and what goes with it; all the rest is as it was. */
export type CopyForm = {
  readonly name: string;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly parts: readonly (typeof parts)[number][];
  readonly types: readonly string[];
};

export type CopyValues = {
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
