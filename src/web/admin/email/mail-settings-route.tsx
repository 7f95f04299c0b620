import { data, Form } from "react-router";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { sendTestLetter } from "#ticketing/delivery/send-test-letter.server.ts";
import {
  defaultPop3Port,
  defaultSmtpPort,
  type MailSettingsFields,
} from "#ticketing/letters/mail-settings.ts";
import {
  type MailSettingsField,
  type MailSettingsForm,
  type MailSettingsProblems,
  mailSettingsFields,
  readMailSettings,
} from "#ticketing/letters/mail-settings-form.ts";
import { findMailSettings } from "#ticketing/letters/mail-settings-queries.server.ts";
import { saveMailSettings } from "#ticketing/letters/save-mail-settings.server.ts";
import type { MailVerdict } from "#ticketing/letters/test-email-result.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { ReentryInput } from "#web/sign-in/password-again-dialog.tsx";
import { type ReentryView, reentryFields } from "#web/sign-in/password-again-view.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { adminTexts } from "../admin-texts.ts";
import { type Administrator, officeOf } from "../administrator.server.ts";
import { openedValues } from "../conflict-view.ts";
import { postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { Submit } from "../ui/act-buttons.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { Card, FieldRow, FormPage, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import type { Route } from "./+types/mail-settings-route.ts";
import { EmailFrame, EmailLoadFailed } from "./email-frame.tsx";
import { emailTexts, mailFieldProblems, mailVerdicts } from "./email-texts.ts";
import { findFailedLetters } from "./failed-letters.server.ts";
import { loadFailure, runKeepingForm } from "./mail-trouble.server.ts";

const texts = emailTexts.settings;

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(emailTexts.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  const { site, actor: administrator } = officeOf(context);
  const loaded = await runKeepingForm(site, emailTexts.loadFailed, async () => {
    const settings = await findMailSettings(site, administrator);
    const values = settings ? valuesOf(settings) : await firstValues(site);
    return {
      values,
      opened: { ...values, enabled: String(values.enabled) },
      savedAt: settings?.updatedAt?.toISOString() ?? "",
      isPasswordSet: settings !== undefined,
      recipient: administrator.email,
      needsPassword: !administrator.isReconfirmed,
      failed: await findFailedLetters(site, administrator),
    };
  });
  return "trouble" in loaded ? loadFailure(loaded.trouble) : data({ view: loaded.value, problem: null });
}

export async function action(args: Route.ActionArgs) {
  const { site, actor: administrator } = officeOf(args.context);
  await postedForm(args.request.clone(), {
    one: [...mailSettingsFields, "enabled", "intent", "opened", ...reentryFields],
  });
  const form = await args.request.formData();
  const intent = form.get("intent");
  form.delete("intent");
  const opened = String(form.get("opened") ?? "");
  form.delete("opened");
  const values = typedValues(form);
  const answer = (status: number, more: MailSettingsAnswer) => data({ values, opened, ...more }, status);
  const fields = Object.fromEntries([...form].filter(([name]) => reentryFields.every((one) => one !== name)));
  const parsedForm = readMailSettings(fields);
  if (!parsedForm.ok)
    return parsedForm.refusal.reason === "fields"
      ? answer(422, { errors: sentences(parsedForm.refusal.problems) })
      : answer(400, { problem: emailTexts.notUnderstood });
  if (intent === "test") return test(site, administrator, parsedForm.value, answer);

  const confirmation = await passwordAgain(args, "save-mail-settings", form, texts.againPurpose);
  if (!confirmation.ok) {
    const { data: question, init } = confirmation.refusal;
    return answer(init?.status ?? 403, question);
  }
  const openedFields = openedValues(opened);
  const openedSettings = readMailSettings(openedFields ?? {});
  // "nothing": when the form was opened, nobody had saved settings (the server name is empty); null: it does not tell
  const asOpened = openedSettings.ok
    ? openedSettings.value.settings
    : openedFields?.smtp_host === ""
      ? "nothing"
      : null;
  const saveRequest = { actor: administrator, form: parsedForm.value, opened: asOpened } as const;
  const saved = await runKeepingForm(site, texts.saveFailed, () => saveMailSettings(site, saveRequest));
  if ("trouble" in saved) return answer(saved.trouble.status, { problem: saved.trouble.sentence });
  if (saved.value.ok) return redirectWithMessage(site, "/admin/email", "success", texts.saved);
  const { refusal } = saved.value;
  switch (refusal.reason) {
    case "not_allowed":
      return answer(403, { problem: texts.notAllowed });
    case "changed_meanwhile":
      return answer(409, { problem: texts.changedMeanwhile });
    case "fields":
      return answer(422, { errors: sentences(refusal.problems) });
  }
}

type Answering = (status: number, more: MailSettingsAnswer) => ReturnType<typeof data<MailSettingsAnswer>>;

async function test(
  site: SiteServices,
  administrator: Administrator,
  form: MailSettingsForm,
  answer: Answering,
) {
  const testOutcome = await runKeepingForm(site, emailTexts.trial.notSent, () =>
    sendTestLetter(site, { actor: administrator, recipient: administrator.email, form }),
  );
  if ("trouble" in testOutcome)
    return answer(testOutcome.trouble.status, { problem: testOutcome.trouble.sentence });
  if (testOutcome.value.ok) {
    const verdict = testOutcome.value.value;
    return answer(200, {
      verdict,
      ...(verdict === "ok" ? {} : { problem: emailTexts.trial.failed(mailVerdicts[verdict]) }),
    });
  }
  const { refusal } = testOutcome.value;
  switch (refusal.reason) {
    case "not_allowed":
      return answer(403, { problem: emailTexts.trial.notAllowed });
    case "fields":
      return answer(422, { errors: sentences(refusal.problems) });
    case "too_often":
      return answer(429, { problem: emailTexts.trial.tooOften });
  }
}

function sentences(problems: MailSettingsProblems): MailSettingsAnswer["errors"] {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, mailFieldProblems[problem]]),
  );
}

function valuesOf(settings: MailSettingsFields): MailSettingsValues {
  return {
    smtp_host: settings.smtpHost,
    smtp_port: String(settings.smtpPort),
    username: settings.username,
    from_name: settings.fromName,
    from_email: settings.fromEmail,
    reply_to: settings.replyTo ?? "",
    pop3_host: settings.pop3Host ?? "",
    pop3_port: String(settings.pop3Port ?? defaultPop3Port),
    enabled: settings.enabled,
  };
}

/** Returns the first values of a new installation: the usual ports, and the club's name as the sender. */
async function firstValues(site: SiteServices): Promise<MailSettingsValues> {
  const content = await readContent(site.database.anonymous, ["club"]);
  return {
    smtp_host: "",
    smtp_port: String(defaultSmtpPort),
    username: "",
    from_name: withDefaults(defaultClub, content.get("club")).full_name,
    from_email: "",
    reply_to: "",
    pop3_host: "",
    pop3_port: String(defaultPop3Port),
    enabled: false,
  };
}

function typedValues(form: FormData): MailSettingsValues {
  const texts = mailSettingsFields
    .filter((name) => name !== "password")
    .map((name) => [name, String(form.get(name) ?? "").slice(0, 500)]);
  return { ...(Object.fromEntries(texts) as MailSettingsTexts), enabled: form.has("enabled") };
}

const labels = texts.fields;

/** How emails leave: server, sender, the switch, and a test that shows its steps. */
export default function MailSettings({ loaderData: { view, problem }, actionData }: Route.ComponentProps) {
  const answer: MailSettingsAnswer = actionData ?? {};
  const errors = answer.errors ?? {};
  const form = useFocusFirstError(errors);
  if (!view) return <EmailLoadFailed sentence={problem} />;
  const values = answer.values ?? view.values;
  const wrong = Object.keys(errors).map((name) => ({ name, label: labels[name as keyof typeof labels] }));
  const field = (name: Exclude<keyof typeof labels, "password">) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <EmailFrame
      sub={view.values.from_email ? texts.sub(view.values.from_email) : texts.subNone}
      failed={view.failed}
    >
      {answer.problem ? <Notice kind="bad">{answer.problem}</Notice> : null}
      {answer.verdict === "ok" ? <Notice kind="ok">{emailTexts.trial.sent}</Notice> : null}
      <Form method="post" key={view.savedAt} noValidate ref={form}>
        {/* the form's first button, which the return key clicks */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="opened" value={answer.opened ?? JSON.stringify(view.opened)} />
        <FormPage
          side={
            <>
              <Card>
                <div className="office-section">
                  <label className="setting">
                    <div>
                      <b>{texts.enabled}</b>
                      <p>{texts.enabledHint}</p>
                    </div>
                    <input
                      type="checkbox"
                      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox already says whether it is on
                      role="switch"
                      name="enabled"
                      defaultChecked={values.enabled}
                    />
                  </label>
                </div>
              </Card>
              <Card>
                <Section title={emailTexts.trial.title}>
                  <MailTrial verdict={answer.verdict ?? null} />
                  <Submit name="intent" value="test" icon="send" label={emailTexts.trial.send} />
                  <p className="field__hint">{emailTexts.trial.to(view.recipient)}</p>
                </Section>
              </Card>
            </>
          }
        >
          <Card>
            <Section title={texts.server}>
              <FieldRow spans={[8, 4, 6, 6]}>
                <TextInput label={<Required>{labels.smtp_host}</Required>} {...field("smtp_host")} required />
                <TextInput
                  label={<Required>{labels.smtp_port}</Required>}
                  {...field("smtp_port")}
                  hint={texts.portHint}
                  inputMode="numeric"
                  required
                />
                <TextInput label={<Required>{labels.username}</Required>} {...field("username")} required />
                <PasswordInput
                  label={labels.password}
                  name="password"
                  autoComplete="new-password"
                  placeholder={view.isPasswordSet ? texts.passwordKept : ""}
                  hint={texts.passwordHint}
                  error={errors.password}
                  required={!view.isPasswordSet}
                  showLabel={texts.show}
                  hideLabel={texts.hide}
                />
              </FieldRow>
            </Section>
            <Section title={texts.sender}>
              <FieldRow spans={[6, 6, 6]}>
                <TextInput label={<Required>{labels.from_name}</Required>} {...field("from_name")} required />
                <TextInput
                  label={<Required>{labels.from_email}</Required>}
                  {...field("from_email")}
                  type="email"
                  required
                />
                <TextInput
                  label={<Optional>{labels.reply_to}</Optional>}
                  {...field("reply_to")}
                  type="email"
                />
              </FieldRow>
            </Section>
            <Section title={texts.pop3} note={texts.pop3Note}>
              <FieldRow spans={[8, 4]}>
                <TextInput label={<Optional>{labels.pop3_host}</Optional>} {...field("pop3_host")} />
                <TextInput
                  label={<Optional>{labels.pop3_port}</Optional>}
                  {...field("pop3_port")}
                  inputMode="numeric"
                />
              </FieldRow>
            </Section>
            {view.needsPassword || answer.reentry ? (
              <Section title={texts.again} note={texts.againPurpose}>
                <FieldRow spans={[6]}>
                  <ReentryInput label={texts.again} error={answer.reentry?.error ?? null} />
                </FieldRow>
              </Section>
            ) : null}
          </Card>
        </FormPage>
        <SaveBar save={texts.save} cancelTo="/admin/email" wrong={wrong} />
      </Form>
    </EmailFrame>
  );
}

/** The values of the form, without the password. */
type MailSettingsTexts = Record<Exclude<MailSettingsField, "password">, string>;
type MailSettingsValues = MailSettingsTexts & { enabled: boolean };

type MailSettingsAnswer = {
  values?: MailSettingsValues;
  opened?: string;
  errors?: Partial<Record<MailSettingsField, string>>;
  problem?: string;
  verdict?: MailVerdict;
  reentry?: ReentryView;
};

const steps = ["reach", "secure", "sign_in", "hand_over"] as const;
const failedAt: Record<MailVerdict, (typeof steps)[number] | null> = {
  ok: null,
  unreachable: "reach",
  tls: "secure",
  auth_failed: "sign_in",
  refused: "hand_over",
};

/** The steps of a test email: each is done, failed, or not reached. */
function MailTrial({ verdict }: { verdict: MailVerdict | null }) {
  const failed = verdict === null ? null : failedAt[verdict];
  const failedStep = verdict === null ? -1 : failed === null ? steps.length : steps.indexOf(failed);
  return (
    <ol className="mail-trial">
      {steps.map((step, at) => {
        const words = emailTexts.trial.steps[step];
        if (at < failedStep)
          return (
            <li key={step} className="mail-trial__step mail-trial__step--ok">
              <OfficeIcon name="check" /> {words.good}
            </li>
          );
        if (at === failedStep)
          return (
            <li key={step} className="mail-trial__step mail-trial__step--bad">
              <OfficeIcon name="alert" /> {words.bad}
            </li>
          );
        return (
          <li key={step} className="mail-trial__step">
            <OfficeIcon name="clock" /> {words.wait}
            {verdict === null ? null : <small>{emailTexts.trial.untried}</small>}
          </li>
        );
      })}
    </ol>
  );
}
