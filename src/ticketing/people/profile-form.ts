import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { isPersonName } from "#kernel/person-name.ts";
import { lengths } from "#ticketing/limits.ts";

export type ProfileProblem =
  | "full_name_required"
  | "full_name_too_long"
  | "full_name_refused"
  | "phone_invalid";

const profile = z.strictObject({
  full_name: z
    .string()
    .trim()
    .min(1, { error: "full_name_required" })
    .max(lengths.personName, { error: "full_name_too_long" })
    .refine(isPersonName, { error: "full_name_refused" }),
  phone: z
    .string()
    .trim()
    .regex(/^(?:[0-9+() -]{7,15})?$/, { error: "phone_invalid" }),
});

export type ProfileForm = { readonly fullName: string; readonly phone: string | null };

/** The form of "edit profile": a name, and a phone or none. */
export function readProfileForm(values: {
  full_name: string;
  phone: string;
}): Outcome<ProfileForm, Partial<Record<"full_name" | "phone", ProfileProblem>>> {
  const parsed = profile.safeParse(values);
  if (parsed.success) return done({ fullName: parsed.data.full_name, phone: parsed.data.phone || null });
  const problems: Partial<Record<"full_name" | "phone", ProfileProblem>> = {};
  for (const issue of parsed.error.issues)
    problems[issue.path[0] as "full_name" | "phone"] ??= issue.message as ProfileProblem;
  return refused(problems);
}
