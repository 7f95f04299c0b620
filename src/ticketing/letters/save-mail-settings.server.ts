import { eq, sql } from "drizzle-orm";
import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { overSaved } from "#ticketing/journal/over-saved.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { resumeMail } from "./letter-queue.server.ts";
import type { MailServices } from "./mail-services.server.ts";
import { isSameLogin, type MailSettingsFields, passwordPlace } from "./mail-settings.ts";
import type { MailSettingsForm, MailSettingsProblems } from "./mail-settings-form.ts";
import { mailSettingsColumns, problemWithServer } from "./mail-settings-queries.server.ts";
import { emailSettings } from "./mail-settings-tables.server.ts";

export type SaveMailSettingsRefusal =
  /** Only administrators may change mail settings. */
  | NotAllowed
  | { readonly reason: "fields"; readonly problems: MailSettingsProblems }
  /** Another person changed the same field, or the server that a typed password is not for. */
  | { readonly reason: "changed_meanwhile" };

type Request = {
  readonly actor: Actor;
  readonly form: MailSettingsForm;
  /** What the form was opened with, where it tells; "nothing" before anybody saved any. */
  readonly opened?: MailSettingsFields | "nothing" | null;
};

/**
 * Saves the mail settings over what others saved meanwhile (`overSaved`), and lifts the pause of the queue: new
 * settings get a new try. The password is sealed for exactly this server, port and user; an empty one keeps the stored
 * password, which is never used for another server. The caller has made the administrator enter his own password again.
 */
export async function saveMailSettings(
  services: MailServices,
  { actor, form, opened }: Request,
): Promise<Outcome<null, SaveMailSettingsRefusal>> {
  if (!mayDo(actor, "save-mail-settings")) return refused(notAllowed);
  const wrong = await problemWithServer(services, form.settings);
  if (wrong) return refused({ reason: "fields", problems: wrong });

  return services.database.withActor(actor, async (client) => {
    if (!(await mayStillDo(client, actor, "save-mail-settings"))) return refused(notAllowed);
    // two administrators who save for the first time at once must not both insert
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('email_settings', 1))");
    const [before] = await builder(client)
      .select({ id: emailSettings.id, ...mailSettingsColumns })
      .from(emailSettings);
    const saved: MailSettingsFields = before ?? form.settings;
    const isSame = changedNames(saved, form.settings).length === 0;
    const settings = opened === "nothing" ? isSame && form.settings : overSaved(opened, form.settings, saved);
    // a typed password is for the form's server, which was checked; the stored one for the saved server
    const good = form.password === "" ? [form.settings, saved] : [form.settings];
    if (!settings || !good.some((login) => isSameLogin(login, settings)))
      return refused({ reason: "changed_meanwhile" });
    const known = before ?? services.mailDefaults;
    const password = form.password || (before ? "" : keptDefault(services, settings));
    if (password === "" && !(before && isSameLogin(before, settings)))
      return refused({
        reason: "fields",
        problems: { password: known ? "password_again" : "required" },
      });
    const sealed = password && services.mailSeal.seal(Buffer.from(password), passwordPlace(settings));
    const id = before?.id ?? newId();
    if (before)
      await builder(client)
        .update(emailSettings)
        .set({ ...settings, password: sealed || undefined, updatedAt: sql`now()` })
        .where(eq(emailSettings.id, id));
    else
      await builder(client)
        .insert(emailSettings)
        .values({ id, ...settings, password: sealed });
    await resumeMail(client);
    await recordChange(client, actor, {
      subjectKind: "email_settings",
      subjectId: id,
      what: "mail_settings_saved",
      after: {
        fields: [...changedNames(known, settings), ...(sealed ? ["password"] : [])],
        enabled: settings.enabled,
      },
    });
    return done(null);
  });
}

/** The demo's mailbox has a password that nobody knows; saving its unchanged form keeps it. */
function keptDefault({ mailDefaults }: MailServices, settings: MailSettingsFields): string {
  return mailDefaults && isSameLogin(mailDefaults, settings) ? mailDefaults.password : "";
}

/** The names of what changed, never a value: the journal is read by many. */
function changedNames(before: MailSettingsFields | null, after: MailSettingsFields): string[] {
  const names = Object.keys(after) as (keyof MailSettingsFields)[];
  return names.filter((name) => before?.[name] !== after[name]);
}
