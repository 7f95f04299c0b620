import { Form } from "react-router";
import { ReentryInput } from "#web/sign-in/password-again-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { Optional, Required } from "../ui/field-label.tsx";
import { Card, FieldCell, FieldRow, FormPage, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import { EmailFrame } from "./email-frame.tsx";
import { emailTexts } from "./email-texts.ts";
import type { MailSettingsAnswer, MailSettingsPageView } from "./mail-settings-view.ts";
import { MailTrial } from "./mail-trial.tsx";

const texts = emailTexts.settings;
const labels = texts.fields;

/** How emails leave: server, sender, the switch, and a test that shows its steps. */
export function MailSettingsPage({
  view,
  answer,
}: {
  view: MailSettingsPageView;
  answer: MailSettingsAnswer;
}) {
  const values = answer.values ?? view.values;
  const errors = answer.errors ?? {};
  const form = useFocusFirstError(errors);
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
        {/* the button that the return key clicks: the first one of a form */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
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
                      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is on
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
                  <Button look="line" type="submit" name="intent" value="test">
                    <OfficeIcon name="send" /> {emailTexts.trial.send}
                  </Button>
                  <p className="field__hint">{emailTexts.trial.to(view.recipient)}</p>
                </Section>
              </Card>
            </>
          }
        >
          <Card>
            <Section title={texts.server}>
              <FieldRow>
                <FieldCell span={8}>
                  <TextInput
                    label={<Required>{labels.smtp_host}</Required>}
                    {...field("smtp_host")}
                    required
                  />
                </FieldCell>
                <FieldCell span={4}>
                  <TextInput
                    label={<Required>{labels.smtp_port}</Required>}
                    {...field("smtp_port")}
                    hint={texts.portHint}
                    inputMode="numeric"
                    required
                  />
                </FieldCell>
                <FieldCell span={6}>
                  <TextInput label={<Required>{labels.username}</Required>} {...field("username")} required />
                </FieldCell>
                <FieldCell span={6}>
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
                </FieldCell>
              </FieldRow>
            </Section>
            <Section title={texts.sender}>
              <FieldRow>
                <FieldCell span={6}>
                  <TextInput
                    label={<Required>{labels.from_name}</Required>}
                    {...field("from_name")}
                    required
                  />
                </FieldCell>
                <FieldCell span={6}>
                  <TextInput
                    label={<Required>{labels.from_email}</Required>}
                    {...field("from_email")}
                    type="email"
                    required
                  />
                </FieldCell>
                <FieldCell span={6}>
                  <TextInput
                    label={<Optional>{labels.reply_to}</Optional>}
                    {...field("reply_to")}
                    type="email"
                  />
                </FieldCell>
              </FieldRow>
            </Section>
            <Section title={texts.pop3} note={texts.pop3Note}>
              <FieldRow>
                <FieldCell span={8}>
                  <TextInput label={<Optional>{labels.pop3_host}</Optional>} {...field("pop3_host")} />
                </FieldCell>
                <FieldCell span={4}>
                  <TextInput
                    label={<Optional>{labels.pop3_port}</Optional>}
                    {...field("pop3_port")}
                    inputMode="numeric"
                  />
                </FieldCell>
              </FieldRow>
            </Section>
            {view.needsPassword || answer.reentry ? (
              <Section title={texts.again} note={texts.againPurpose}>
                <FieldRow>
                  <FieldCell span={6}>
                    <ReentryInput label={texts.again} error={answer.reentry?.error ?? null} />
                  </FieldCell>
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
