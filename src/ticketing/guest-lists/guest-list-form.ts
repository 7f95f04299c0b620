import { z } from "zod";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import {
  optionalWords,
  problemsOf,
  requiredWords,
  wholeNumber,
} from "#ticketing/events/catalogue-fields-form.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { type GuestRows, type NewListedGuest, readGuestRows } from "./guest-rows.ts";

const places = wholeNumber(1, limits.capacity);
const list = z.strictObject({
  name: requiredWords(lengths.catalogueName),
  quota: z
    .string()
    .trim()
    .transform((text, context) => {
      if (text === "") return null;
      const read = places.safeParse(text);
      if (read.success) return read.data;
      context.addIssue({ code: "custom", message: read.error.issues[0]?.message ?? "not_a_number" });
      return z.NEVER;
    }),
});

export type GuestListField = keyof typeof list.shape;
export type GuestListForm = z.output<typeof list>;

/** The name of a list and its places; an empty number is no limit. */
export function readGuestListForm(
  values: Readonly<Record<GuestListField, string>>,
): Outcome<GuestListForm, Problems<GuestListField>> {
  const parsed = list.safeParse(values);
  return parsed.success ? done(parsed.data) : refused(problemsOf<GuestListField>(parsed.error));
}

const place = wholeNumber(1, limits.placesPerGuest);
const guest = z.strictObject({
  list: z.string().refine(isUuid, { error: "unknown" }),
  name: requiredWords(lengths.personName),
  places: place,
  note: optionalWords(lengths.guestNote),
});

export type ListedGuestField = keyof typeof guest.shape;

/** One name for a list, with the people who come on it. */
export function readGuestForm(
  values: Readonly<Record<ListedGuestField, string>>,
): Outcome<{ readonly list: string; readonly guest: NewListedGuest }, Problems<ListedGuestField>> {
  const parsed = guest.safeParse(values);
  if (!parsed.success) return refused(problemsOf<ListedGuestField>(parsed.error));
  const { list, ...added } = parsed.data;
  return done({ list, guest: added });
}

const correction = guest.pick({ places: true, note: true });

export type GuestCorrection = z.output<typeof correction>;
export type CorrectedField = keyof GuestCorrection;

/** How many come on a name, and its note. */
export function readGuestCorrection(
  values: Readonly<Record<CorrectedField, string>>,
): Outcome<GuestCorrection, Problems<CorrectedField>> {
  const parsed = correction.safeParse(values);
  return parsed.success ? done(parsed.data) : refused(problemsOf<CorrectedField>(parsed.error));
}

const pasted = z.strictObject({
  list: guest.shape.list,
  names: z
    .string()
    .trim()
    .min(1, { error: "required" })
    .transform(readGuestRows)
    .refine(({ guests, wrong }) => guests.length + wrong.length > 0, { error: "required" })
    .refine(({ guests, wrong }) => guests.length + wrong.length <= limits.guestsPerPaste, {
      error: "too_many",
    }),
});

export type PastedField = keyof typeof pasted.shape;

/** A list as somebody sends it, with what is wrong in it and what is to be asked. */
export function readPastedGuests(
  values: Readonly<Record<PastedField, string>>,
): Outcome<{ readonly list: string; readonly rows: GuestRows }, Problems<PastedField>> {
  const parsed = pasted.safeParse(values);
  if (!parsed.success) return refused(problemsOf<PastedField>(parsed.error));
  return done({ list: parsed.data.list, rows: parsed.data.names });
}
