import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { problemsOf, requiredWords } from "#ticketing/events/catalogue-fields-form.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { lengths } from "#ticketing/limits.ts";
import { type UsedTickets, usedTicketChoices } from "./cancelled-night.ts";

const cancellation = z.strictObject({
  reason: requiredWords(lengths.nightReason),
  used: z.enum(usedTicketChoices, { error: "unknown" }),
});

export type CancellationField = keyof typeof cancellation.shape;
export type CancellationForm = { readonly reason: string; readonly usedTickets: UsedTickets };

/** Why a night does not take place, in words for people, and whether those who had come in get their money back. */
export function readCancellationForm(
  values: Readonly<Record<CancellationField, string>>,
): Outcome<CancellationForm, Problems<CancellationField>> {
  const parsed = cancellation.safeParse(values);
  if (!parsed.success) return refused(problemsOf<CancellationField>(parsed.error));
  return done({ reason: parsed.data.reason, usedTickets: parsed.data.used });
}
