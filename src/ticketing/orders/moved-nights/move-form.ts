import { whenAndWhere, wrongHours } from "#ticketing/events/event-form.ts";
import { textUpTo } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { lengths } from "#ticketing/limits.ts";

/** The new time and place of a night, and the reason, in words for people. */
export const moveForm = form({ ...whenAndWhere, reason: textUpTo(lengths.nightReason, "text") }, (_, night) =>
  wrongHours(night),
);
export type MoveForm = AcceptedBy<typeof moveForm.fields>;
