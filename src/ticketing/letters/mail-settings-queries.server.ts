import { getTableColumns } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Mail } from "#platform/mail/mail-adapter.server.ts";
import type { MailServices } from "./mail-services.server.ts";
import {
  isSameLogin,
  type MailLogin,
  type MailSettingsFields,
  passwordPlace,
  securityOf,
} from "./mail-settings.ts";
import type { MailSettingsProblems } from "./mail-settings-form.ts";
import { emailSettings } from "./mail-settings-tables.server.ts";

const { id: _, password: sealed, updatedAt, ...columns } = getTableColumns(emailSettings);

/** The columns that fill a `MailSettingsFields`. */
export const mailSettingsColumns = columns;

/** The settings for an administrator, without the password: an administrator's database rights cannot read it. */
export async function findMailSettings(
  services: MailServices,
  actor: Actor,
): Promise<(MailSettingsFields & { readonly updatedAt: Date | null }) | undefined> {
  const [saved] = await services.database.readAs(actor, (sql) =>
    builder(sql)
      .select({ ...columns, updatedAt })
      .from(emailSettings),
  );
  const { mailDefaults } = services;
  return saved ?? (mailDefaults ? { ...withoutPassword(mailDefaults), updatedAt: null } : undefined);
}

/** Whether emails are sent at all. */
export async function areLettersOn(
  services: Pick<MailServices, "database" | "mailDefaults">,
): Promise<boolean> {
  return services.database.withDuty("deliver", async (sql) => {
    const [saved] = await builder(sql).select({ enabled: columns.enabled }).from(emailSettings);
    return saved?.enabled ?? services.mailDefaults?.enabled ?? false;
  });
}

/** The adapter for sending emails; undefined while they are switched off. */
export async function findMail(services: MailServices): Promise<Mail | undefined> {
  const storedMail = await readStoredMail(services);
  return storedMail?.settings.enabled
    ? openWith(services, storedMail.settings, storedMail.password)
    : undefined;
}

/** The adapter for an administrator's test email; it works while emails are switched off, too. */
export async function findMailToTry(services: MailServices): Promise<Mail | undefined> {
  const storedMail = await readStoredMail(services);
  return storedMail && openWith(services, storedMail.settings, storedMail.password);
}

/** The stored password, if it is for exactly this server, port and user. */
export async function findPasswordFor(services: MailServices, login: MailLogin): Promise<string | undefined> {
  const storedMail = await readStoredMail(services);
  return storedMail && isSameLogin(storedMail.settings, login) ? storedMail.password : undefined;
}

/** An adapter with these settings. If the password cannot be decrypted, it acts as if the server had refused it. */
export function openWith(
  services: MailServices,
  settings: MailSettingsFields,
  password: string | undefined,
): Mail {
  if (password === undefined) {
    const send: Mail["send"] = async () => ({
      kind: "auth_failed",
      reason: "EAUTH the stored password was sealed with another APP_SECRET",
    });
    return { send, openConnection: () => ({ send, close: () => {} }) };
  }
  return services.openMail({
    host: settings.smtpHost,
    port: settings.smtpPort,
    security: securityOf(settings.smtpPort),
    signIn: { user: settings.username, password },
    from: { name: settings.fromName, address: settings.fromEmail },
    ...(settings.replyTo ? { replyTo: settings.replyTo } : {}),
  });
}

/** The problem with a server, found without connecting. A name that does not resolve is accepted: it may later. */
export async function problemWithServer(
  { mailGuard }: MailServices,
  { smtpHost, smtpPort }: MailSettingsFields,
): Promise<MailSettingsProblems | undefined> {
  switch (mailGuard.problemWith(smtpHost, smtpPort)) {
    case "host":
      return { smtp_host: "host_forbidden" };
    case "port":
      return { smtp_port: "port_forbidden" };
    case undefined: {
      const foundAddress = await mailGuard.findAddress(smtpHost, smtpPort);
      return foundAddress.kind === "forbidden" ? { smtp_host: "host_forbidden" } : undefined;
    }
  }
}

type StoredMail = { readonly settings: MailSettingsFields; readonly password: string | undefined };

async function readStoredMail({
  database,
  mailDefaults,
  mailSeal,
}: MailServices): Promise<StoredMail | undefined> {
  const [saved] = await database.withDuty("deliver", (sql) =>
    builder(sql)
      .select({ ...columns, sealed })
      .from(emailSettings),
  );
  if (!saved) return mailDefaults ? { settings: mailDefaults, password: mailDefaults.password } : undefined;
  const { sealed: password, ...settings } = saved;
  return { settings, password: mailSeal.open(password, passwordPlace(settings))?.toString("utf8") };
}

function withoutPassword({
  password: _,
  ...settings
}: MailSettingsFields & { password: string }): MailSettingsFields {
  return settings;
}
