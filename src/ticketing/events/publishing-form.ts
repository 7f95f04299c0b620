import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { day, momentOf, problemsOf, timeOfDay } from "./catalogue-fields-form.ts";

const publishing = z.strictObject({ day, time: timeOfDay });

export type PublishingField = keyof typeof publishing.shape;

/** As it is typed. */
export type PublishingValues = Readonly<Record<PublishingField, string>>;

/** Day and hour, in Bucharest time, from which a night is public. */
export function readPublishingForm(
  values: PublishingValues,
): Outcome<{ readonly publishAt: Date }, Problems<PublishingField>> {
  const parsed = publishing.safeParse(values);
  if (!parsed.success) return refused(problemsOf<PublishingField>(parsed.error));
  const moment = momentOf(parsed.data);
  return moment.ok ? done({ publishAt: moment.value }) : moment;
}
