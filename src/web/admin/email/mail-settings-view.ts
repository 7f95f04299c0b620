import type { MailSettingsField } from "#ticketing/letters/mail-settings-form.ts";
import type { MailVerdict } from "#ticketing/letters/mail-verdict.ts";
import type { ReentryView } from "#web/request/reentry-view.ts";

/** What stands in the form; the password never does. */
export type MailSettingsValues = Record<Exclude<MailSettingsField, "password">, string> & {
  enabled: boolean;
};

export type MailSettingsPageView = {
  values: MailSettingsValues;
  /** Changes with every save, so that the form begins anew. */
  savedAt: string;
  isPasswordSet: boolean;
  /** Whose address the test goes to. */
  recipient: string;
  /** The session has to show the password again before settings are saved. */
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
