import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { instantOf } from "#kernel/time.ts";
import { lengths } from "#ticketing/limits.ts";
import { type Problems, problemsOf, requiredWords } from "./catalogue-fields-form.ts";
import { stopKinds } from "./stop.ts";

/** As a browser writes a day and a time into one field. */
const wallMoment = /^(20\d\d-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)$/;

const stop = z.strictObject({
  kind: z.enum(stopKinds, { error: "unknown" }),
  eventId: z.uuid({ error: "unknown" }).nullable(),
  reason: requiredWords(lengths.stopReason),
  until: z
    .string()
    .trim()
    .refine((text) => text === "" || isMoment(text), { error: "not_a_date" }),
});

export type StopField = keyof typeof stop.shape;

export type StopValues = {
  readonly kind: string;
  readonly eventId: string | null;
  readonly reason: string;
  /** In Bucharest time, such as 2027-07-18T10:00; "" to stay stopped. */
  readonly until: string;
};

export type StopForm = Readonly<Omit<z.output<typeof stop>, "until">> & { readonly until: Date | null };

/** What is stopped and why; without a reason nothing is. */
export function readStopForm(values: StopValues): Outcome<StopForm, Problems<StopField>> {
  const parsed = stop.safeParse(values);
  if (!parsed.success) return refused(problemsOf<StopField>(parsed.error));
  const [, day = "", time = ""] = wallMoment.exec(parsed.data.until) ?? [];
  return done({ ...parsed.data, until: day === "" ? null : instantOf(day, time) });
}

function isMoment(text: string): boolean {
  const [, day] = wallMoment.exec(text) ?? [];
  const noon = new Date(`${day}T12:00:00Z`);
  return day !== undefined && !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(day);
}
