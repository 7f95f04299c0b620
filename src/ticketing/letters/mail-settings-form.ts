import { z } from "zod";
import { canonicalEmail } from "#kernel/email-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { lengths } from "#ticketing/limits.ts";
import { defaultPop3Port, type MailSettingsFields } from "./mail-settings.ts";

export const mailSettingsFields = [
  "smtp_host",
  "smtp_port",
  "username",
  "password",
  "from_name",
  "from_email",
  "reply_to",
  "pop3_host",
  "pop3_port",
] as const;
export type MailSettingsField = (typeof mailSettingsFields)[number];

export type MailSettingsProblem =
  | "required"
  | "email_invalid"
  | "port_invalid"
  | "too_long"
  /** The host is not in the open network: this machine, a private network, or no name at all. */
  | "host_forbidden"
  | "port_forbidden"
  /** Host, port or user changed, and the stored password is for the old ones. */
  | "password_again";

export type MailSettingsProblems = Partial<Record<MailSettingsField, MailSettingsProblem>>;

/** The parsed form. An empty password means that the stored one stays. */
export type MailSettingsForm = { readonly settings: MailSettingsFields; readonly password: string };

const problem = (key: MailSettingsProblem) => ({ error: key });
const line = z
  .string()
  .trim()
  .max(lengths.mailSetting, problem("too_long"))
  // A setting becomes part of headers and SMTP commands, so it must be one line.
  .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), problem("too_long"));
const required = line.min(1, problem("required"));
const address = (text: string, context: z.RefinementCtx) => {
  const canonical = canonicalEmail(text);
  if (canonical !== undefined) return canonical;
  context.addIssue({ code: "custom", message: "email_invalid" satisfies MailSettingsProblem });
  return z.NEVER;
};
const port = z
  .union([z.number(), z.string().trim()], problem("required"))
  .transform(String)
  .refine((text) => text !== "", { error: "required" satisfies MailSettingsProblem, abort: true })
  .refine((text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535, problem("port_invalid"))
  .transform(Number);
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal("").transform(() => null), z.null(), schema])
    .optional()
    .transform((value) => value ?? null);

const form = z.strictObject({
  id: z.string().max(40).nullish(),
  smtp_host: required.transform((host) => host.toLowerCase()),
  smtp_port: port,
  username: required,
  password: z
    .string()
    .max(lengths.mailPassword, problem("too_long"))
    .nullish()
    .transform((text) => text ?? ""),
  from_email: required.transform(address),
  from_name: required,
  reply_to: optional(line.transform(address)),
  pop3_host: optional(line.regex(/^[a-z0-9.:-]+$/i, problem("host_forbidden"))),
  pop3_port: optional(port),
  enabled: z
    .union([z.boolean(), z.literal(["on", "true", "false"]).transform((text) => text !== "false")])
    .optional()
    .transform((value) => value ?? false),
});

export type MailSettingsFormRefusal =
  | { readonly reason: "fields"; readonly problems: MailSettingsProblems }
  | { readonly reason: "not_understood" };

/** Reads the fields of `email_settings` from the screen's form or from the call `send-test-email`. */
export function readMailSettings(values: unknown): Outcome<MailSettingsForm, MailSettingsFormRefusal> {
  const parsed = form.safeParse(values);
  if (!parsed.success) {
    const problems: MailSettingsProblems = {};
    for (const issue of parsed.error.issues) {
      const field = issue.path[0] as MailSettingsField | undefined;
      if (field === undefined || !mailSettingsFields.includes(field))
        return refused({ reason: "not_understood" });
      problems[field] ??= problemOf(issue);
    }
    return refused({ reason: "fields", problems });
  }
  const { smtp_host, smtp_port, username, password, from_email, from_name, ...rest } = parsed.data;
  return done({
    password,
    settings: {
      smtpHost: smtp_host,
      smtpPort: smtp_port,
      username,
      fromEmail: from_email,
      fromName: from_name,
      replyTo: rest.reply_to,
      pop3Host: rest.pop3_host,
      pop3Port: rest.pop3_port ?? (rest.pop3_host === null ? null : defaultPop3Port),
      enabled: rest.enabled,
    },
  });
}

const knownProblems: readonly string[] = [
  "required",
  "email_invalid",
  "port_invalid",
  "too_long",
  "host_forbidden",
] satisfies MailSettingsProblem[];

/** The problem of a field; for a field with alternatives, that of its last alternative. */
function problemOf(issue: z.core.$ZodIssue): MailSettingsProblem {
  if (knownProblems.includes(issue.message)) return issue.message as MailSettingsProblem;
  if (issue.code === "invalid_union") {
    for (const inner of issue.errors.flat())
      if (knownProblems.includes(inner.message)) return inner.message as MailSettingsProblem;
  }
  return "required";
}
