import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { isPhoneNumber } from "#kernel/phone-number.ts";
import { cleanedText } from "#kernel/typed-text.ts";
import { nameField } from "./person-fields-form.ts";

export type ProfileProblem =
  | "full_name_required"
  | "full_name_too_long"
  | "full_name_refused"
  | "phone_invalid";

const phone = z
  .string()
  .trim()
  .refine((text) => text === "" || isPhoneNumber(text), { error: "phone_invalid" });
const profile = z.strictObject({ full_name: nameField().optional(), phone: phone.optional() });

export type ProfileForm = { readonly fullName: string; readonly phone: string | null };

/** Reads the form "edit profile". Unchanged values are accepted, even if today's rules would refuse them. */
export function readProfileForm(
  values: { readonly full_name: string; readonly phone: string },
  stored: ProfileForm,
): Outcome<ProfileForm, Partial<Record<"full_name" | "phone", ProfileProblem>>> {
  const ifChanged = (value: string, storedValue: string | null) =>
    cleanedText(value) === cleanedText(storedValue ?? "") ? undefined : value;
  const parsed = profile.safeParse({
    full_name: ifChanged(values.full_name, stored.fullName),
    phone: ifChanged(values.phone, stored.phone),
  });
  if (parsed.success) {
    const { full_name: fullName = stored.fullName, phone = stored.phone } = parsed.data;
    return done({ fullName, phone: phone || null });
  }
  const problems: Partial<Record<"full_name" | "phone", ProfileProblem>> = {};
  for (const issue of parsed.error.issues)
    problems[issue.path[0] as "full_name" | "phone"] ??= issue.message as ProfileProblem;
  return refused(problems);
}
