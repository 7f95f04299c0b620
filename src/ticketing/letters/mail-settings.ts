/** The settings for sending emails, without the password. */
export type MailSettingsFields = {
  readonly smtpHost: string;
  readonly smtpPort: number;
  readonly pop3Host: string | null;
  readonly pop3Port: number | null;
  readonly username: string;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly replyTo: string | null;
  /** Whether emails are sent. If not, they wait in the outbox. */
  readonly enabled: boolean;
};

export const defaultSmtpPort = 587;
export const defaultPop3Port = 995;

/** The server, port and user that a stored password is for. It is never used for another one. */
export type MailLogin = Pick<MailSettingsFields, "smtpHost" | "smtpPort" | "username">;

export function isSameLogin(one: MailLogin, other: MailLogin): boolean {
  return (
    one.smtpHost === other.smtpHost && one.smtpPort === other.smtpPort && one.username === other.username
  );
}

/** The place (`KeySeal`) that the password is sealed for. */
export function passwordPlace({ smtpHost, smtpPort, username }: MailLogin): string {
  return JSON.stringify(["email_settings", smtpHost, smtpPort, username]);
}

/** TLS from the first byte on port 465, STARTTLS on every other port. Nothing is sent without TLS. */
export function securityOf(port: number): "tls" | "starttls" {
  return port === 465 ? "tls" : "starttls";
}
