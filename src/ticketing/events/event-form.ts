import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import {
  chosen,
  day,
  optionalTime,
  type Problems,
  problemsOf,
  wholeNumber,
  words,
} from "./catalogue-fields-form.ts";

const event = z.strictObject({
  name: words(120),
  title: words(200),
  description: words(8000),
  date: day,
  time: optionalTime,
  location: words(200),
  capacity: wholeNumber(1, 1_000_000),
  artists: chosen(60),
});

export type EventField = keyof typeof event.shape;

export type EventForm = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly location: string;
  readonly capacity: number;
  /** In the order of the bill. */
  readonly artists: readonly string[];
};

/** As it is typed and as it comes in. */
export type EventValues = Readonly<Record<Exclude<EventField, "artists">, string>> & {
  readonly artists: readonly string[];
};

/** The form of a night: everything but the time and the artists is required, the capacity is at least 1. */
export function readEventForm(values: EventValues): Outcome<EventForm, Problems<EventField>> {
  const parsed = event.safeParse({ ...values, artists: [...values.artists] });
  return parsed.success ? done(parsed.data) : refused(problemsOf<EventField>(parsed.error));
}
