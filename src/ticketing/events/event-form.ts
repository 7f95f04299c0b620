import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { WallTime } from "#kernel/time.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import {
  checkHours,
  chosen,
  day,
  optionalTime,
  optionalWords,
  problemsOf,
  requiredWords,
  wholeNumber,
} from "./catalogue-fields-form.ts";

const optionalAge = z
  .string()
  .trim()
  .regex(/^(?:[1-9]\d?)?$/, { error: "not_a_number" })
  .transform((age) => (age === "" ? null : Number(age)));

const fields = z.strictObject({
  name: requiredWords(lengths.catalogueName),
  title: requiredWords(lengths.eventTitle),
  description: requiredWords(lengths.description),
  date: day,
  time: optionalTime,
  doors: optionalTime,
  ends: optionalTime,
  sale_until: optionalTime,
  minimum_age: optionalAge,
  address: optionalWords(lengths.location),
  directions: optionalWords(lengths.directions),
  location: requiredWords(lengths.location),
  capacity: wholeNumber(1, limits.capacity),
  artists: chosen(limits.artistsPerNight),
});
const event = fields.superRefine(checkHours);

export type EventField = keyof typeof fields.shape;

type Read = Omit<z.output<typeof event>, "minimum_age" | "sale_until">;
type Optional = "doors" | "ends" | "address" | "directions";

/** Artists are in the order of the bill. What is left out stays as it is. */
export type EventForm = Readonly<
  Omit<Read, Optional> &
    Partial<Pick<Read, Optional>> & {
      /** In years. */ minimumAge?: number | null;
      /** The hour of the night at which online sale stops; null: its end. */ saleUntil?: WallTime | null;
    }
>;

/** The fields as they are typed. */
export type EventValues = Readonly<Record<Exclude<EventField, "artists">, string>> & {
  readonly artists: readonly string[];
};

/**
 * The form of a night. Hours, age, the place's own address, the way there and the artists may be empty; the capacity is
 * at least 1. An end before the begin is on the next day; doors are not after it.
 */
export function readEventForm(values: EventValues): Outcome<EventForm, Problems<EventField>> {
  const parsed = event.safeParse({ ...values, artists: [...values.artists] });
  if (!parsed.success) return refused(problemsOf<EventField>(parsed.error));
  const { minimum_age: minimumAge, sale_until: saleUntil, ...form } = parsed.data;
  return done({ ...form, minimumAge, saleUntil });
}
