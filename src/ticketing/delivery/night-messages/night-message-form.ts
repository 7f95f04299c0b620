import { choice, textUpTo, ticked } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { atGates, messageKinds } from "./night-message.ts";

/** The form of a message: to whom it goes and what it says. */
export const messageForm = form({
  kind: choice(messageKinds),
  types: ticked(limits.typesPerCopy),
  at: choice(atGates),
  subject: textUpTo(lengths.messageSubject),
  body: textUpTo(lengths.messageBody, "text"),
});
export type MessageForm = AcceptedBy<typeof messageForm.fields>;
