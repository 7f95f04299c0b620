import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { durations } from "#ticketing/limits.ts";
import { day, momentOf, problemsOf, timeOfDay } from "./catalogue-fields-form.ts";

const opening = z.strictObject({
  day,
  time: timeOfDay,
  room: z.enum(["", ...durations.roomMinutesOffered.map(String)], { error: "unknown" }),
});

export type OpeningField = keyof typeof opening.shape;

/** As it is typed: `room` is how many minutes before the hour it opens, or "" for none. */
export type OpeningValues = Readonly<Record<OpeningField, string>>;

export type OpeningForm = { readonly opensAt: Date; readonly roomMinutes: number | null };

/** Day and hour, in Bucharest time, at which a sale begins, and its waiting room if it has one. */
export function readOpeningForm(values: OpeningValues): Outcome<OpeningForm, Problems<OpeningField>> {
  const parsed = opening.safeParse(values);
  if (!parsed.success) return refused(problemsOf<OpeningField>(parsed.error));
  const { room } = parsed.data;
  const opens = momentOf(parsed.data);
  return opens.ok ? done({ opensAt: opens.value, roomMinutes: room === "" ? null : Number(room) }) : opens;
}
