import { eq, sql } from "drizzle-orm";
import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { mergeSaved } from "#ticketing/journal/merge-saved.ts";
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
  | NotAllowed
  | { readonly reason: "fields"; readonly problems: MailSettingsProblems }
  /** Another person changed the same field, or changed the server so that the typed password is not for it. */
  | { readonly reason: "changed_meanwhile" };

type Request = {
  readonly actor: Actor;
  readonly form: MailSettingsForm;
  /** The settings that the form was opened with, if it tells them; "nothing" when none were saved then. */
  readonly opened?: MailSettingsFields | "nothing" | null;
};

/**
 * Saves the mail settings, merged with what others saved meanwhile (`mergeSaved`), and lifts the queue's pause. The
 * password is sealed for exactly this server, port and user. An empty one keeps the stored password, which is never
 * used for another server. The caller has asked the administrator for their own password again.
 */
export async function saveMailSettings(
  services: MailServices,
  { actor, form, opened }: Request,
): Promise<Outcome<null, SaveMailSettingsRefusal>> {
  if (!mayDo(actor, "save-mail-settings")) return refused(notAllowed);
  const serverProblems = await problemWithServer(services, form.settings);
  if (serverProblems) return refused({ reason: "fields", problems: serverProblems });

  return services.database.withActor(actor, async (client) => {
    if (!(await mayStillDo(client, actor, "save-mail-settings"))) return refused(notAllowed);
    // two administrators who save the first settings at once must not both insert a row
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('email_settings', 1))");
    const [before] = await builder(client)
      .select({ id: emailSettings.id, ...mailSettingsColumns })
      .from(emailSettings);
    const saved: MailSettingsFields = before ?? form.settings;
    const isSame = changedNames(saved, form.settings).length === 0;
    const settings =
      opened === "nothing" ? isSame && form.settings : mergeSaved(opened, form.settings, saved);
    // a typed password is for the form's server, which was checked; a stored one is for the saved server
    const logins = form.password === "" ? [form.settings, saved] : [form.settings];
    if (!settings || !logins.some((login) => isSameLogin(login, settings)))
      return refused({ reason: "changed_meanwhile" });
    const previousSettings = before ?? services.mailDefaults;
    const password = form.password || (before ? "" : defaultPassword(services, settings));
    if (password === "" && !(before && isSameLogin(before, settings)))
      return refused({
        reason: "fields",
        problems: { password: previousSettings ? "password_again" : "required" },
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
        fields: [...changedNames(previousSettings, settings), ...(sealed ? ["password"] : [])],
        enabled: settings.enabled,
      },
    });
    return done(null);
  });
}

/** The password of the default settings, if the login is still theirs: no administrator can type the demo's. */
function defaultPassword({ mailDefaults }: MailServices, settings: MailSettingsFields): string {
  return mailDefaults && isSameLogin(mailDefaults, settings) ? mailDefaults.password : "";
}

/** The names of the changed settings. No values, because many people read the journal. */
function changedNames(before: MailSettingsFields | null, after: MailSettingsFields): string[] {
  const names = Object.keys(after) as (keyof MailSettingsFields)[];
  return names.filter((name) => before?.[name] !== after[name]);
}
