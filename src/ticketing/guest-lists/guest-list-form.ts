import { canonicalEmail } from "#kernel/email-address.ts";
import { isUuid } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import {
  checkedText,
  type FieldRule,
  hiddenValue,
  number,
  optional,
  requiredField,
  textUpTo,
} from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { type GuestRows, guestName, readGuestRows } from "./guest-rows.ts";

/** A list's name and its quota. Without a number, the list has no limit. */
export const guestListForm = form({
  name: textUpTo(lengths.catalogueName),
  quota: optional(number(1, limits.capacity)),
});
export type GuestListForm = AcceptedBy<typeof guestListForm.fields>;

const list = { ...hiddenValue(), read: (id: string) => (isUuid(id) ? done(id) : refused("unknown")) };
const correction = { places: number(1, limits.placesPerGuest), note: optional(textUpTo(lengths.guestNote)) };

const email = optional(checkedText(lengths.guestNote, canonicalEmail));

/** One name for a list: how many people come on the name, and the email address for its code. */
export const guestForm = form({
  list,
  name: checkedText(lengths.personName, guestName),
  ...correction,
  email,
});

/** How many people come on a name, the note, and the email address for the code. */
export const correctionForm = form({ ...correction, email });
export type GuestCorrection = AcceptedBy<typeof correction>;

const names: FieldRule<GuestRows> = requiredField("text", (text) => {
  // names that come twice count once, so the lines are limited too, before any is read
  if (text.split(/\r\n?|\n/).length > limits.linesPerPaste) return refused("too_many");
  const rows = readGuestRows(text);
  const count = rows.guests.length + rows.wrong.length;
  if (count === 0) return refused("required");
  return count > limits.guestsPerPaste ? refused("too_many") : done(rows);
});

/** A pasted list of names. */
export const pastedForm = form({ list, names });
