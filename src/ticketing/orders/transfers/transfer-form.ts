import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { emailField, nameField } from "#ticketing/people/person-fields-form.ts";

const emptyText = z
  .string()
  .trim()
  .length(0)
  .transform(() => null);
const sendSchema = z.object({
  friend_name: emptyText.or(nameField()),
  friend_email: emptyText.or(emailField),
});

export type SendField = "friend_name" | "friend_email";
export type SendForm = { readonly name: string | null; readonly email: string | null };

/** Reads the form of "Trimite biletul": the friend's name and address. Refuses with the names of the wrong fields. */
export function readSendForm(values: unknown): Outcome<SendForm, readonly SendField[]> {
  const read = sendSchema.safeParse(values);
  if (read.success) return done({ name: read.data.friend_name, email: read.data.friend_email });
  return refused(read.error.issues.flatMap(({ path: [field] }) => (isField(field) ? [field] : [])));
}

function isField(name: unknown): name is SendField {
  return name === "friend_name" || name === "friend_email";
}
