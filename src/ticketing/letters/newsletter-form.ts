import { z } from "zod";
import { canonicalEmail } from "#kernel/email-address.ts";

const form = z.strictObject({ email: z.string(), return_to: z.string().max(2000).optional() });

export type NewsletterInput = { readonly email: string; readonly returnTo: string };

/** The form in the footer; undefined when it has no usable address. */
export function readNewsletterForm(values: unknown): NewsletterInput | undefined {
  const parsed = form.safeParse(values);
  const email = parsed.success ? canonicalEmail(parsed.data.email) : undefined;
  return parsed.success && email !== undefined
    ? { email, returnTo: parsed.data.return_to ?? "/" }
    : undefined;
}
