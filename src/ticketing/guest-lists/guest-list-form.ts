import { z } from "zod";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { fold } from "#kernel/romanian.ts";
import {
  optionalWords,
  type Problems,
  problemsOf,
  requiredWords,
  wholeNumber,
} from "#ticketing/events/catalogue-fields-form.ts";
import { lengths, limits } from "#ticketing/limits.ts";

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

export type NewListedGuest = { readonly name: string; readonly places: number; readonly note: string | null };

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
    .transform((text, context): NewListedGuest[] => {
      const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
      if (lines.length > limits.guestsPerPaste) context.addIssue({ code: "custom", message: "too_many" });
      const guests = lines.slice(0, limits.guestsPerPaste).map(guestOfLine);
      const wrong = guests.find((read) => typeof read === "string");
      if (typeof wrong === "string") context.addIssue({ code: "custom", message: wrong });
      const named = new Map(
        guests.flatMap((read) => (typeof read === "string" ? [] : [[fold(read.name), read]])),
      );
      return [...named.values()];
    }),
});

export type PastedField = keyof typeof pasted.shape;

/** A list as somebody sends it: a name a line, "+2" for two more people, and after a comma a note. Of equal names one counts. */
export function readPastedGuests(
  values: Readonly<Record<PastedField, string>>,
): Outcome<{ readonly list: string; readonly guests: readonly NewListedGuest[] }, Problems<PastedField>> {
  const parsed = pasted.safeParse(values);
  if (!parsed.success) return refused(problemsOf<PastedField>(parsed.error));
  return done({ list: parsed.data.list, guests: parsed.data.names });
}

function guestOfLine(line: string): NewListedGuest | "too_long" | "too_big" {
  const [first = "", ...rest] = line.split(",");
  const note = rest.join(",").trim() || null;
  const more = /\s*\+\s*(\d{1,4})\s*$/.exec(first);
  const name = (more ? first.slice(0, more.index) : first).trim().replace(/\s+/g, " ");
  const places = 1 + Number(more?.[1] ?? 0);
  if (name.length > lengths.personName || (note?.length ?? 0) > lengths.guestNote) return "too_long";
  if (places > limits.placesPerGuest) return "too_big";
  return {
    name: name || (note ?? line.trim()).slice(0, lengths.personName),
    places,
    note: name ? note : null,
  };
}
