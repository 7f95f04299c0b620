import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { lengths, limits } from "#ticketing/limits.ts";
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
  name: requiredWords(lengths.catalogueName),
  title: requiredWords(lengths.eventTitle),
  description: requiredWords(lengths.description),
  date: day,
  time: optionalTime,
  location: requiredWords(lengths.location),
  capacity: wholeNumber(1, limits.capacity),
  artists: chosen(limits.artistsPerNight),
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
