import type { MailSettingsField } from "#ticketing/letters/mail-settings-form.ts";
import type { MailVerdict } from "#ticketing/letters/test-email-result.ts";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";

/** The values of the form; never the password. */
export type MailSettingsValues = Record<Exclude<MailSettingsField, "password">, string> & {
  enabled: boolean;
};

export type MailSettingsPageView = {
  values: MailSettingsValues;
  /** Changes with every save, so that the form starts again with the saved values. */
  savedAt: string;
  isPasswordSet: boolean;
  /** The address that the test goes to. */
  recipient: string;
  /** The session has to give the password again before settings are saved. */
  needsPassword: boolean;
  failed: number;
};

export type MailSettingsAnswer = {
  values?: MailSettingsValues;
  errors?: Partial<Record<MailSettingsField, string>>;
  problem?: string;
  verdict?: MailVerdict;
  reentry?: ReentryView;
};
