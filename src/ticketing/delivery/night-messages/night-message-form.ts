import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { chosen, problemsOf, requiredWords } from "#ticketing/events/catalogue-fields-form.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { atGates, messageKinds } from "./night-message.ts";

const message = z.strictObject({
  kind: z.enum(messageKinds, { error: "unknown" }),
  types: chosen(limits.typesPerCopy),
  at: z.enum(atGates, { error: "unknown" }),
  subject: requiredWords(lengths.messageSubject),
  body: requiredWords(lengths.messageBody),
});

export type MessageField = keyof typeof message.shape;
export type MessageForm = Readonly<z.output<typeof message>>;

/** To whom a message goes and what it says. */
export function readMessageForm(
  values: Readonly<Record<Exclude<MessageField, "types">, string>> & { readonly types: readonly string[] },
): Outcome<MessageForm, Problems<MessageField>> {
  const parsed = message.safeParse(values);
  return parsed.success ? done(parsed.data) : refused(problemsOf<MessageField>(parsed.error));
}
