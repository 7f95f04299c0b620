import type pg from "pg";
import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { resumeMail } from "./letter-queue.server.ts";
import type { MailServices } from "./mail-services.server.ts";
import { isSameLogin, type MailSettingsFields, passwordPlace } from "./mail-settings.ts";
import type { MailSettingsForm, MailSettingsProblems } from "./mail-settings-form.ts";
import { mailSettingsColumns, wrongWithServer } from "./mail-settings-queries.server.ts";

export type SaveMailSettingsRefusal =
  /** Only administrators set up mail. */
  { readonly reason: "not_allowed" } | { readonly reason: "fields"; readonly problems: MailSettingsProblems };

/**
 * Saves how letters leave, and lifts the pause of the queue: new settings deserve a new try. The password is sealed
 * for exactly this server, port and user; an empty one keeps the old, which no other server ever gets. The caller
 * has had the administrator's own password entered again (decision 34).
 */
export async function saveMailSettings(
  services: MailServices,
  { actor, form }: { readonly actor: Actor; readonly form: MailSettingsForm },
): Promise<Outcome<null, SaveMailSettingsRefusal>> {
  if (!mayDo(actor, "save-mail-settings")) return refused({ reason: "not_allowed" });
  const { settings } = form;
  const wrong = await wrongWithServer(services, settings);
  if (wrong) return refused({ reason: "fields", problems: wrong });

  return services.database.withActor(actor, async (sql) => {
    const client = sql.$client;
    // two administrators who save for the first time at once must not both insert
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('email_settings', 1))");
    const { rows } = await client.query<MailSettingsFields & { id: string }>(
      `SELECT id, ${mailSettingsColumns} FROM email_settings`,
    );
    const [before] = rows;
    const known = before ?? services.mailDefaults;
    const password = form.password || (before ? "" : keptDefault(services, settings));
    if (password === "" && !(before && isSameLogin(before, settings)))
      return refused({
        reason: "fields",
        problems: { password: known ? "password_again" : "required" },
      });
    const sealed =
      password === "" ? null : services.mailSeal.seal(Buffer.from(password), passwordPlace(settings));
    const id = before?.id ?? newId();
    if (before) await update(client, id, settings, sealed);
    else await insert(client, id, settings, sealed ?? "");
    await resumeMail(sql);
    await client.query(
      `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, after)
       VALUES ($1, 'admin', 'email_settings', $2, 'mail_settings_saved', $3)`,
      [
        actor.userId,
        id,
        JSON.stringify({ fields: changed(known, settings, sealed), enabled: settings.enabled }),
      ],
    );
    return done(null);
  });
}

/** The demo's mailbox has a password nobody knows; who saves its form unchanged keeps it. */
function keptDefault({ mailDefaults }: MailServices, settings: MailSettingsFields): string {
  return mailDefaults && isSameLogin(mailDefaults, settings) ? mailDefaults.password : "";
}

const columnsOf = (settings: MailSettingsFields) => [
  settings.smtpHost,
  settings.smtpPort,
  settings.pop3Host,
  settings.pop3Port,
  settings.username,
  settings.fromEmail,
  settings.fromName,
  settings.replyTo,
  settings.enabled,
];

async function insert(
  client: pg.ClientBase,
  id: string,
  settings: MailSettingsFields,
  sealed: string,
): Promise<void> {
  await client.query(
    `INSERT INTO email_settings (id, smtp_host, smtp_port, pop3_host, pop3_port, username, from_email, from_name, reply_to, enabled, password)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [id, ...columnsOf(settings), sealed],
  );
}

async function update(
  client: pg.ClientBase,
  id: string,
  settings: MailSettingsFields,
  sealed: string | null,
): Promise<void> {
  await client.query(
    `UPDATE email_settings SET smtp_host = $2, smtp_port = $3, pop3_host = $4, pop3_port = $5, username = $6, from_email = $7,
       from_name = $8, reply_to = $9, enabled = $10, updated_at = now() WHERE id = $1`,
    [id, ...columnsOf(settings)],
  );
  if (sealed !== null)
    await client.query("UPDATE email_settings SET password = $2 WHERE id = $1", [id, sealed]);
}

/** The names of what changed, never a value: the journal is read by many. */
function changed(
  before: MailSettingsFields | null,
  after: MailSettingsFields,
  sealed: string | null,
): string[] {
  const names = Object.keys(after) as (keyof MailSettingsFields)[];
  return [
    ...names.filter((name) => before?.[name] !== after[name]),
    ...(sealed === null ? [] : ["password"]),
  ];
}
