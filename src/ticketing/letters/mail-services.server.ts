import type { Mail, MailSettings } from "#platform/mail/mail-door.server.ts";
import type { MailGuard } from "#platform/mail/mail-guard.server.ts";
import type { Services } from "#platform/services.ts";
import type { KeySeal } from "#platform/signing/sealed-key.server.ts";
import type { MailSettingsFields } from "./mail-settings.ts";

/** What setting up mail needs beside the common doors. */
export type MailServices = Services & {
  /** Seals the password of the mail server. */
  readonly mailSeal: KeySeal;
  readonly mailGuard: MailGuard;
  /** Opens the door to a server. Demo mode knows the name of its own mailbox. */
  readonly openMail: (settings: MailSettings) => Mail;
  /** What holds until somebody has saved settings: the demo's mailbox, or nothing. */
  readonly mailDefaults: (MailSettingsFields & { readonly password: string }) | null;
};
