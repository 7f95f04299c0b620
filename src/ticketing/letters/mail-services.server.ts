import type { Mail, MailSettings } from "#platform/mail/mail-adapter.server.ts";
import type { MailGuard } from "#platform/mail/mail-guard.server.ts";
import type { Services } from "#platform/services.ts";
import type { KeySeal } from "#platform/signing/sealed-key.server.ts";
import type { MailSettingsFields } from "./mail-settings.ts";

/** The services for mail settings, in addition to the common adapters. */
export type MailServices = Services & {
  /** Encrypts the password of the mail server. */
  readonly mailSeal: KeySeal;
  readonly mailGuard: MailGuard;
  /** Opens the adapter for a server. In demo mode it knows the demo's own mailbox. */
  readonly openMail: (settings: MailSettings) => Mail;
  /** The settings before an administrator saves any: the demo's mailbox, or none. */
  readonly mailDefaults: (MailSettingsFields & { readonly password: string }) | null;
};
