import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { day, problemsOf } from "#ticketing/events/catalogue-fields-form.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";

/** A rate as people write it, "21" or "9,5", in hundredths of a percent. */
const percent = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .regex(/^\d{1,3}(?:[.,]\d{1,2})?$/, { error: "not_an_amount" })
  .transform((text) => Math.round(Number(text.replace(",", ".")) * 100))
  .refine((rate) => rate <= 10_000, { error: "too_big" });

const rate = z.strictObject({ valid_from: day, rate: percent });

export type VatRateField = keyof typeof rate.shape;
export type VatRateForm = Readonly<z.output<typeof rate>>;

/** A rate of VAT and the first day on which it is in force. */
export function readVatRateForm(
  values: Readonly<Record<VatRateField, string>>,
): Outcome<VatRateForm, Problems<VatRateField>> {
  const parsed = rate.safeParse(values);
  return parsed.success ? done(parsed.data) : refused(problemsOf<VatRateField>(parsed.error));
}
