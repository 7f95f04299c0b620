import { isUuid } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { choice, moment, optional, requiredField, textUpTo } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { lengths } from "#ticketing/limits.ts";
import { stopKinds } from "./stop.ts";

/** What is stopped and why. A reason is required. */
export const stopForm = form({
  kind: choice(stopKinds),
  /** Null: the whole site. */
  eventId: optional(requiredField("line", (id) => (isUuid(id) ? done(id) : refused("unknown")))),
  reason: textUpTo(lengths.stopReason),
  /** Null: until it is lifted. */
  until: optional(moment()),
});
export type StopForm = AcceptedBy<typeof stopForm.fields>;
