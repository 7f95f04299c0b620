import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { lengths } from "#ticketing/limits.ts";
import { emailField as email, nameField, requiredPhone as phone } from "./person-fields-form.ts";

const personProblemKeys = [
  "full_name_required",
  "full_name_too_short",
  "full_name_too_long",
  "full_name_refused",
  "phone_required",
  "phone_invalid",
  "email_required",
  "email_invalid",
  "password_required",
  "password_too_short",
  "password_too_long",
  "password_common",
  "confirmation_required",
  "passwords_differ",
] as const;

/** What can be wrong with a field; the screens have the sentences. */
export type PersonProblem = (typeof personProblemKeys)[number];

export type RegistrationField = "full_name" | "phone" | "email" | "password" | "confirm_password";
export type ConfirmationField = Exclude<RegistrationField, "email">;

/** The problems of a form by field; or `not_understood` for a body that none of our forms sends. */
export type FormRefusal<Field extends string> =
  | { readonly reason: "fields"; readonly problems: Partial<Record<Field, PersonProblem>> }
  | { readonly reason: "not_understood" };

const problem = (key: PersonProblem) => ({ error: key });

const fullName = nameField(lengths.personNameLeast);
// exactly as typed; its length in characters, as people count them
const newPassword = z
  .string()
  .refine((text) => text !== "", problem("password_required"))
  .refine((text) => [...text].length >= lengths.password.least, problem("password_too_short"))
  .refine((text) => [...text].length <= lengths.password.most, problem("password_too_long"));
const confirmation = z.string().min(1, problem("confirmation_required"));
const oneLine = z.string().regex(/^[\x21-\x7e]{1,255}$/);

const registration = z.strictObject({
  full_name: fullName,
  phone,
  email,
  password: newPassword,
  confirm_password: confirmation,
  request_id: oneLine.optional(),
  return_to: z.string().max(2000).optional(),
});
const login = z.strictObject({
  email,
  password: z.string().min(1, problem("password_required")),
  return_to: z.string().max(2000).optional(),
});
const forgotten = login.omit({ password: true });
const ownPassword = z.strictObject({ password: newPassword, confirm_password: confirmation });
const token = z.string().max(100);
const reset = ownPassword.extend({ token });
const ownConfirmation = registration
  .omit({ email: true, request_id: true, return_to: true })
  .extend({ token });

/** Reads the form of /register. */
export function readRegistration(form: FormData) {
  const read = parse(registration, form);
  if (!read.ok) return read;
  const { full_name, phone, email, password, request_id, return_to } = read.value;
  return done({ fullName: full_name, phone, email, password, requestId: request_id, returnTo: return_to });
}

/** Reads the form of /login. */
export function readLogin(form: FormData) {
  const read = parse(login, form);
  if (!read.ok) return read;
  const { email, password, return_to } = read.value;
  return done({ email, password, returnTo: return_to });
}

/** Reads the form for a reset email, or for another confirmation email. */
export const readForgotten = (form: FormData) => parse(forgotten, form);

/** Reads the form of a new password; the present one is checked elsewhere. */
export const readNewPassword = (form: FormData) => parse(ownPassword, form);

/** Reads the form of /confirm with a new name, phone and password. */
export function readConfirmation(form: FormData) {
  const read = parse(ownConfirmation, form);
  if (!read.ok) return read;
  const { token, full_name, phone, password } = read.value;
  return done({ token, fullName: full_name, phone, password });
}

/** Reads the form of /reset-password. */
export function readReset(form: FormData) {
  const read = parse(reset, form);
  return read.ok ? done({ token: read.value.token, password: read.value.password }) : read;
}

/** Fields beside the form's own: the clicked button, the address that was asked about, and those of captchas. */
const otherFields = new Set([
  "intent",
  "captcha_token",
  "email_asked",
  "h-captcha-response",
  "g-recaptcha-response",
  "cf-turnstile-response",
]);

/** Reads a form. Every field except those in `otherFields` must be known and come once. */
function parse<Schema extends z.ZodObject>(
  schema: Schema,
  form: FormData,
): Outcome<z.infer<Schema>, FormRefusal<Extract<keyof z.infer<Schema>, string>>> {
  const fields: [string, FormDataEntryValue][] = [...form].filter(([name]) => !otherFields.has(name));
  const names = fields.map(([name]) => name);
  if (new Set(names).size !== names.length) return refused({ reason: "not_understood" });
  const typed = new Map(fields);
  // fields of one line have no control characters; only a password may contain anything
  if (fields.some(([name, value]) => !name.includes("password") && /\p{Cc}/u.test(String(value))))
    return refused({ reason: "not_understood" });
  const body: Record<string, unknown> = Object.fromEntries(typed);
  // a missing field counts as an empty one
  for (const [name, field] of Object.entries(schema.shape))
    if (!typed.has(name) && !(field instanceof z.ZodOptional)) body[name] = "";
  const parsed = schema.safeParse(body);
  const problems: Partial<Record<string, PersonProblem>> = {};
  if (
    typed.has("confirm_password") &&
    typed.get("confirm_password") !== "" &&
    typed.get("confirm_password") !== typed.get("password")
  )
    problems.confirm_password = "passwords_differ";
  for (const issue of parsed.error?.issues ?? []) {
    const [field] = issue.path;
    if (typeof field !== "string" || !isProblem(issue.message)) return refused({ reason: "not_understood" });
    problems[field] ??= issue.message;
  }
  if (parsed.success && Object.keys(problems).length === 0) return done(parsed.data);
  return refused({
    reason: "fields",
    problems: problems as Partial<Record<Extract<keyof z.infer<Schema>, string>, PersonProblem>>,
  });
}

function isProblem(message: string): message is PersonProblem {
  return (personProblemKeys as readonly string[]).includes(message);
}
