import { z } from "zod";
import { canonicalEmail } from "#kernel/email-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { isPersonName } from "#kernel/person-name.ts";
import { lengths } from "#ticketing/limits.ts";

const typed = z.object({
  friend_name: z.string().trim().max(lengths.personName).refine(isPersonName),
  friend_email: z.string().transform((text, context) => {
    if (text.trim() === "") return null;
    const canonical = canonicalEmail(text);
    if (canonical !== undefined) return canonical;
    context.addIssue({ code: "custom", message: "not an address" });
    return z.NEVER;
  }),
});

export type SendField = "friend_name" | "friend_email";
export type SendForm = { readonly name: string | null; readonly email: string | null };

/** The form of "Trimite biletul": what the sender calls the friend, and the address. Refused with the wrong fields. */
export function readSendForm(values: unknown): Outcome<SendForm, readonly SendField[]> {
  const read = typed.safeParse(values);
  if (read.success) return done({ name: read.data.friend_name || null, email: read.data.friend_email });
  return refused(read.error.issues.flatMap(({ path: [field] }) => (isField(field) ? [field] : [])));
}

function isField(name: unknown): name is SendField {
  return name === "friend_name" || name === "friend_email";
}
