import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { lengths } from "#ticketing/limits.ts";
import type { Guest } from "#ticketing/people/make-guest.server.ts";
import { emailField, nameField, phoneField } from "#ticketing/people/person-fields-form.ts";

export type GuestField = "email" | "full_name" | "phone";
export type GuestProblem =
  | "email_required"
  | "email_invalid"
  | "full_name_required"
  | "full_name_too_short"
  | "full_name_too_long"
  | "full_name_refused"
  | "phone_invalid";

const line = z.string().regex(/^\P{Cc}*$/u);

const guest = z.strictObject({
  email: line.pipe(emailField),
  full_name: line.pipe(nameField(lengths.personNameLeast)),
  phone: line.pipe(phoneField).optional(),
  captcha_token: z.string().max(4096).optional(),
});

export type GuestCall = { readonly guest: Guest; readonly captchaToken: string | undefined };

export type GuestFormRefusal =
  | { readonly reason: "fields"; readonly problems: Partial<Record<GuestField, GuestProblem>> }
  | { readonly reason: "not_understood" };

/** Reads a buyer without an account: email, name, optional phone number. Refuses any other field. */
export function readGuest(sent: unknown): Outcome<GuestCall, GuestFormRefusal> {
  const parsed = guest.safeParse(sent);
  if (parsed.success) {
    const { email, full_name: fullName, phone, captcha_token: captchaToken } = parsed.data;
    return done({ guest: { email, fullName, phone: phone || null }, captchaToken });
  }
  const problems: Partial<Record<GuestField, GuestProblem>> = {};
  for (const { path, message } of parsed.error.issues) {
    const [field] = path;
    if ((field !== "email" && field !== "full_name" && field !== "phone") || !isProblem(message))
      return refused({ reason: "not_understood" });
    problems[field] ??= message;
  }
  return refused({ reason: "fields", problems });
}

function isProblem(message: string): message is GuestProblem {
  return /^(?:email|full_name|phone)_(?:required|invalid|too_short|too_long|refused)$/.test(message);
}
