import { z } from "zod";
import { canonicalEmail } from "#kernel/email-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { lengths } from "#ticketing/limits.ts";
import { nameField, phoneField, textLine } from "./person-fields-form.ts";

type CallRefusal =
  | "not_understood"
  /** The call has neither an address nor a phone number, or no password. */
  | "no_credentials"
  | "email_invalid"
  /** Text messages are not supported. */
  | "phone_disabled";

/** Fields that the official client sends with every call. */
const clientFields = {
  gotrue_meta_security: z.object({ captcha_token: textLine(4096).optional() }).nullish(),
  code_challenge: textLine(128).nullish(),
  code_challenge_method: textLine(16).nullish(),
  channel: textLine(16).optional(),
};
// name and phone; any other field is dropped, above all a role
const metadata = z
  .object({
    full_name: textLine(lengths.personName).pipe(nameField()).or(z.literal("")).optional(),
    phone: textLine(lengths.phone).pipe(phoneField).optional(),
  })
  .nullish();
const contact = { email: z.string().max(400).optional(), phone: z.string().max(400).optional() };
const secret = z.string();

const signUp = z.strictObject({ ...contact, ...clientFields, password: secret.optional(), data: metadata });
const password = z.strictObject({ ...contact, ...clientFields, password: secret.optional() });
const refresh = z.strictObject({ refresh_token: z.string().max(4096) });
const address = z.strictObject({ ...contact, ...clientFields });
const codeRequest = z.strictObject({
  ...contact,
  ...clientFields,
  data: metadata,
  create_user: z.boolean().optional(),
});
const resend = z.strictObject({
  ...contact,
  ...clientFields,
  type: z.enum(["signup", "email_change", "sms", "phone_change"]),
});
const letterTypes = ["signup", "email", "magiclink", "recovery", "email_change"] as const;
const verify = z.strictObject({
  ...contact,
  ...clientFields,
  type: z.enum([...letterTypes, "sms", "phone_change"]),
  token: textLine(200).optional(),
  token_hash: textLine(200).optional(),
  password: secret.optional(),
  options: z.unknown().optional(),
});
const change = z.strictObject({
  ...clientFields,
  email: z.string().max(400).optional(),
  password: secret.optional(),
  current_password: secret.optional(),
  nonce: textLine(64).optional(),
  phone: textLine(lengths.phone).pipe(phoneField).optional(),
  data: metadata,
});

/** The token of the application's captcha; the caller checks it. */
export type CaptchaProof = { readonly captchaToken: string | undefined };
/** Reads POST signup. Name and phone are optional, the address is not. */
export function readSignUp(body: unknown) {
  const read = withAddress(signUp, body);
  if (!read.ok) return read;
  const { email, password, data, captchaToken } = read.value;
  if (!password) return refused("no_credentials");
  return done({ email, password, fullName: data?.full_name ?? "", phone: data?.phone ?? "", captchaToken });
}

/** Reads POST token with grant type password. */
export function readPasswordGrant(body: unknown) {
  const read = withAddress(password, body);
  if (!read.ok) return read;
  if (!read.value.password) return refused("no_credentials");
  const { email, password: typed, captchaToken } = read.value;
  return done({ email, password: typed, captchaToken });
}

/** Reads POST token with grant type refresh_token. */
export function readRefreshGrant(body: unknown) {
  const parsed = refresh.safeParse(body);
  return parsed.success ? done({ token: parsed.data.refresh_token }) : refused("not_understood");
}

const addressIn = (schema: z.ZodType<Contact>) => (body: unknown) => {
  const read = withAddress(schema, body);
  return read.ok ? done({ email: read.value.email, captchaToken: read.value.captchaToken }) : read;
};

/** Reads POST recover, and other calls that have only an address. */
export const readAddress = addressIn(address);

/** Reads POST otp. */
export const readCodeRequest = addressIn(codeRequest);

/** Reads POST resend. */
export function readResend(body: unknown) {
  const read = withAddress(resend, body);
  if (!read.ok) return read;
  const { type, email, captchaToken } = read.value;
  return done({ type, email, captchaToken });
}

type VerifyCall = { type: (typeof letterTypes)[number]; token: string } & Record<
  "email" | "password",
  string | undefined
>;

/** Reads POST verify: an email's token, alone (`token_hash`) or with its address, and perhaps a password. */
export function readVerify(body: unknown): Outcome<VerifyCall, CallRefusal> {
  const parsed = verify.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  const { type, token, token_hash: hash, email, phone, password } = parsed.data;
  if (phone !== undefined || type === "sms" || type === "phone_change") return refused("phone_disabled");
  if (hash !== undefined && token === undefined && email === undefined)
    return done({ type, token: hash, email, password });
  if (hash !== undefined || token === undefined || email === undefined) return refused("not_understood");
  return done({ type, token, email, password });
}

/** Reads PUT user. A field that only the server may write (role, app_metadata) makes the call `not_understood`. */
export function readChange(body: unknown) {
  const parsed = change.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  const { email: typed, password, current_password: currentPassword, nonce, phone, data } = parsed.data;
  const email = typed === undefined ? undefined : canonicalEmail(typed);
  if (typed !== undefined && email === undefined) return refused("email_invalid");
  const fullName = data?.full_name;
  return done({ email, password, currentPassword, nonce, fullName, phone: phone ?? data?.phone });
}

type Contact = {
  email?: string | undefined;
  phone?: string | undefined;
  gotrue_meta_security?: { captcha_token?: string | undefined } | null | undefined;
};

function withAddress<Body extends Contact>(
  schema: z.ZodType<Body>,
  body: unknown,
): Outcome<Body & { email: string } & CaptchaProof, CallRefusal> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  if (!parsed.data.email) return refused(parsed.data.phone ? "phone_disabled" : "no_credentials");
  const email = canonicalEmail(parsed.data.email);
  const captchaToken = parsed.data.gotrue_meta_security?.captcha_token;
  return email === undefined ? refused("email_invalid") : done({ ...parsed.data, email, captchaToken });
}
