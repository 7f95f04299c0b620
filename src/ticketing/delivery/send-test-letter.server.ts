import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Mail } from "#platform/mail/mail-adapter.server.ts";
import { mailHost } from "#platform/mail/mail-message.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import type { MailSettingsForm, MailSettingsProblems } from "#ticketing/letters/mail-settings-form.ts";
import {
  findMailToTry,
  findPasswordFor,
  mailSettingsColumns,
  openWith,
  problemWithServer,
} from "#ticketing/letters/mail-settings-queries.server.ts";
import { emailSettings } from "#ticketing/letters/mail-settings-tables.server.ts";
import { type MailVerdict, mailVerdictOf } from "#ticketing/letters/test-email-result.ts";
import { limits } from "#ticketing/limits.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { testLetter } from "./letter-templates/account-letters.ts";
import { readFrame } from "./templates/template-queries.server.ts";
import { writeOwn } from "./templates/write-letter.server.ts";

export type SendTestRefusal =
  | NotAllowed
  | { readonly reason: "fields"; readonly problems: MailSettingsProblems }
  | { readonly reason: "too_often"; readonly retryAfterSeconds: number };

export type SendTestRequest = {
  readonly actor: Actor;
  /** The administrator's own address; a test email goes nowhere else. */
  readonly recipient: string;
  readonly form: MailSettingsForm;
};

/**
 * Sends an email with settings that need not be saved, and resolves to how far it came. The stored password is used
 * only for the server, port and user that it was stored for. At most five a minute for one administrator.
 */
export async function sendTestLetter(
  services: MailServices,
  { actor, recipient, form }: SendTestRequest,
): Promise<Outcome<MailVerdict, SendTestRefusal>> {
  if (!mayDo(actor, "send-test-letter")) return refused(notAllowed);
  const { settings } = form;
  const problems = await problemWithServer(services, settings);
  if (problems) return refused({ reason: "fields", problems });
  const password = form.password || (await findPasswordFor(services, settings));
  if (!password) return refused({ reason: "fields", problems: { password: "password_again" } });
  if (!(await mayTry(services, actor)))
    return refused({ reason: "too_often", retryAfterSeconds: inSeconds.minute });
  return done(await handOverTestLetter(services, openWith(services, settings, password), recipient));
}

/** Sends the operator's test email to the address that emails come from. Null when there are no mail settings. */
export async function sendOwnTestLetter(services: MailServices): Promise<MailVerdict | null> {
  const mail = await findMailToTry(services);
  const [saved] = await services.database.withDuty("deliver", (sql) =>
    builder(sql).select({ to: mailSettingsColumns.fromEmail }).from(emailSettings),
  );
  const to = saved?.to ?? services.mailDefaults?.fromEmail;
  return mail && to ? handOverTestLetter(services, mail, to) : null;
}

async function handOverTestLetter(services: MailServices, mail: Mail, to: string): Promise<MailVerdict> {
  const frame = await services.database.withDuty("deliver", (sql) => readFrame(sql, services));
  const messageId = `<${newId()}@${mailHost(services.origin)}>`;
  return mailVerdictOf(await mail.send({ ...writeOwn(testLetter(frame), {}), to, messageId }));
}

/** Whether this administrator may send another test. Counts the journal, which records each test anyway. */
async function mayTry(services: MailServices, actor: Actor): Promise<boolean> {
  return services.database.withActor(actor, async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 2))", [actor.userId]);
    const { rows } = await sql.query<{ tries: number }>(
      `SELECT count(*)::int AS tries FROM journal WHERE subject_id = $1 AND what = 'test_letter_sent' AND at > now() - make_interval(secs => $2)`,
      [actor.userId, inSeconds.minute],
    );
    if ((rows[0]?.tries ?? 0) >= limits.testLettersPerAdministratorAndMinute) return false;
    const about = { subjectKind: "person", subjectId: actor.userId } as const;
    await recordChange(sql, actor, { ...about, what: "test_letter_sent" });
    return true;
  });
}
