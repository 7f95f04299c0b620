import { choice, savedAs, textUpTo } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { lengths } from "#ticketing/limits.ts";
import { usedTicketChoices } from "./cancelled-night.ts";

/**
 * Why a night does not take place, in words for its guests, and whether people who had come in get their money back.
 */
export const cancellationForm = form({
  reason: textUpTo(lengths.nightReason, "text"),
  used: savedAs("usedTickets", choice(usedTicketChoices)),
});
export type CancellationForm = AcceptedBy<typeof cancellationForm.fields>;
