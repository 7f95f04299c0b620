import type { MailAnswer } from "#platform/mail/mail-answers.ts";

/** The result of a test email. It holds no text from the server, which could be anybody's. */
export type MailVerdict =
  | "ok"
  /** The name does not exist, or the server does not answer in time. */
  | "unreachable"
  /** No encryption, or a certificate that is not the server's. */
  | "tls"
  /** The user or the password is refused. */
  | "auth_failed"
  /** The server refuses the email because of its sender or recipient. */
  | "refused";

export function mailVerdictOf(answer: MailAnswer): MailVerdict {
  switch (answer.kind) {
    case "accepted":
      return "ok";
    case "bounced":
    case "refused":
      return "refused";
    case "auth_failed":
      return "auth_failed";
    case "retry":
      return answer.step === "reach"
        ? "unreachable"
        : answer.step === "secure"
          ? "tls"
          : answer.step === "sign_in"
            ? "auth_failed"
            : "refused";
  }
}
