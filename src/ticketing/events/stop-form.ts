import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { lengths } from "#ticketing/limits.ts";
import { optionalMoment, problemsOf, requiredWords } from "./catalogue-fields-form.ts";
import { stopKinds } from "./stop.ts";

const stop = z.strictObject({
  kind: z.enum(stopKinds, { error: "unknown" }),
  eventId: z.uuid({ error: "unknown" }).nullable(),
  reason: requiredWords(lengths.stopReason),
  until: optionalMoment,
});

export type StopField = keyof typeof stop.shape;

export type StopValues = {
  readonly kind: string;
  readonly eventId: string | null;
  readonly reason: string;
  /** In Bucharest time, such as 2027-07-18T10:00; "" to stay stopped. */
  readonly until: string;
};

export type StopForm = Readonly<z.output<typeof stop>>;

/** What is stopped and why; without a reason nothing is. */
export function readStopForm(values: StopValues): Outcome<StopForm, Problems<StopField>> {
  const parsed = stop.safeParse(values);
  return parsed.success ? done(parsed.data) : refused(problemsOf<StopField>(parsed.error));
}
