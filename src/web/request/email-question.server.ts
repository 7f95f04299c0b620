import { canonicalEmail } from "#kernel/email-address.ts";
import { likelyEmail } from "#kernel/email-typo.ts";
import { requestTexts } from "./request-texts.ts";

/** Returns a question about an address that looks mistyped, once: `email_asked` then accepts it. */
export function emailQuestion(form: FormData, field = "email"): { email?: string } {
  const typed = (name: string) => canonicalEmail(String(form.get(name) ?? "").slice(0, 500));
  const email = typed(field);
  const likelyAddress = email === undefined ? null : likelyEmail(email);
  if (likelyAddress === null || typed("email_asked") === email) return {};
  return { email: requestTexts.emailMeant(likelyAddress) };
}
