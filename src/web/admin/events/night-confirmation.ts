import { reentryField, reentryKeyField } from "#web/sign-in/password-again-view.ts";
import { confirmedField } from "./confirm-night-dialog.tsx";

/**
 * Whether a person has seen a last step before this form came: the dialog with the sums, that of the password, or the
 * question for the code from the mailbox.
 */
export function isConfirmedNight(form: FormData): boolean {
  return [confirmedField, reentryField, reentryKeyField, "code"].some((name) => form.has(name));
}
