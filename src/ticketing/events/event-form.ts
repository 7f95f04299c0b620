import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import {
  chosen,
  day,
  optionalTime,
  type Problems,
  problemsOf,
  requiredWords,
  wholeNumber,
} from "./catalogue-fields-form.ts";

const event = z.strictObject({
  name: requiredWords(120),
  title: requiredWords(200),
  description: requiredWords(8000),
  date: day,
  time: optionalTime,
  location: requiredWords(200),
  capacity: wholeNumber(1, 1_000_000),
  artists: chosen(60),
});

export type EventField = keyof typeof event.shape;

/** Artists are in the order of the bill. */
export type EventForm = Readonly<z.output<typeof event>>;

/** The fields as they are typed. */
export type EventValues = Readonly<Record<Exclude<EventField, "artists">, string>> & {
  readonly artists: readonly string[];
};

/** The form of a night: everything but the time and the artists is required, the capacity is at least 1. */
export function readEventForm(values: EventValues): Outcome<EventForm, Problems<EventField>> {
  const parsed = event.safeParse({ ...values, artists: [...values.artists] });
  return parsed.success ? done(parsed.data) : refused(problemsOf<EventField>(parsed.error));
}
