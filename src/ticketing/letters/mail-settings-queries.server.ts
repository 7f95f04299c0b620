import type { Actor } from "#platform/database/database-roles.ts";
import type { Mail } from "#platform/mail/mail-door.server.ts";
import type { MailServices } from "./mail-services.server.ts";
import {
  isSameLogin,
  type MailLogin,
  type MailSettingsFields,
  passwordPlace,
  securityOf,
} from "./mail-settings.ts";
import type { MailSettingsProblems } from "./mail-settings-form.ts";

export const mailSettingsColumns = `smtp_host AS "smtpHost", smtp_port AS "smtpPort", pop3_host AS "pop3Host", pop3_port AS "pop3Port", username,
  from_email AS "fromEmail", from_name AS "fromName", reply_to AS "replyTo", enabled`;

/** The settings as an administrator sees them: without the password, whose rights end before it. */
export async function findMailSettings(
  services: MailServices,
  actor: Actor,
): Promise<(MailSettingsFields & { readonly updatedAt: Date | null }) | undefined> {
  const { rows } = await services.database.readAs(actor, (sql) =>
    sql.$client.query<MailSettingsFields & { updatedAt: Date }>(
      `SELECT ${mailSettingsColumns}, updated_at AS "updatedAt" FROM email_settings LIMIT 1`,
    ),
  );
  const { mailDefaults } = services;
  return rows[0] ?? (mailDefaults ? { ...withoutPassword(mailDefaults), updatedAt: null } : undefined);
}

/** Whether letters leave at all (decision 24). */
export async function areLettersOn(
  services: Pick<MailServices, "database" | "mailDefaults">,
): Promise<boolean> {
  return services.database.withDuty("deliver", async (sql) => {
    const { rows } = await sql.$client.query<{ enabled: boolean }>({
      name: "letters-on",
      text: "SELECT enabled FROM email_settings LIMIT 1",
    });
    return rows[0]?.enabled ?? services.mailDefaults?.enabled ?? false;
  });
}

/** The door that letters leave by; undefined while they are switched off. */
export async function findMail(services: MailServices): Promise<Mail | undefined> {
  const known = await readSecretly(services);
  return known?.settings.enabled ? openWith(services, known.settings, known.password) : undefined;
}

/** The same for a letter that an administrator sends to try it: also while letters are switched off. */
export async function findMailToTry(services: MailServices): Promise<Mail | undefined> {
  const known = await readSecretly(services);
  return known && openWith(services, known.settings, known.password);
}

/** The stored password, if it is for exactly this server, port and user. */
export async function findPasswordFor(services: MailServices, login: MailLogin): Promise<string | undefined> {
  const known = await readSecretly(services);
  return known && isSameLogin(known.settings, login) ? known.password : undefined;
}

/** A door with these settings. Without a password that opens, it answers as if the server had refused one. */
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
    return { send, openLine: () => ({ send, close: () => {} }) };
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

/** What speaks against a server before anybody talks to it; a name that means nothing today may do so tomorrow. */
export async function wrongWithServer(
  { mailGuard }: MailServices,
  { smtpHost, smtpPort }: MailSettingsFields,
): Promise<MailSettingsProblems | undefined> {
  switch (mailGuard.wrongWith(smtpHost, smtpPort)) {
    case "host":
      return { smtp_host: "host_forbidden" };
    case "port":
      return { smtp_port: "port_forbidden" };
    case undefined: {
      const way = await mailGuard.findWay(smtpHost, smtpPort);
      return way.kind === "forbidden" ? { smtp_host: "host_forbidden" } : undefined;
    }
  }
}

type KnownMail = { readonly settings: MailSettingsFields; readonly password: string | undefined };

async function readSecretly({
  database,
  mailDefaults,
  mailSeal,
}: MailServices): Promise<KnownMail | undefined> {
  const { rows } = await database.withDuty("deliver", (sql) =>
    sql.$client.query<MailSettingsFields & { sealed: string }>({
      name: "mail-settings",
      text: `SELECT ${mailSettingsColumns}, password AS sealed FROM email_settings LIMIT 1`,
    }),
  );
  const [row] = rows;
  if (!row) return mailDefaults ? { settings: mailDefaults, password: mailDefaults.password } : undefined;
  const { sealed, ...settings } = row;
  return { settings, password: mailSeal.open(sealed, passwordPlace(settings))?.toString("utf8") };
}

function withoutPassword({
  password: _,
  ...settings
}: MailSettingsFields & { password: string }): MailSettingsFields {
  return settings;
}
