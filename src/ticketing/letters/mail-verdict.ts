import type { MailAnswer } from "#platform/mail/mail-answers.ts";

/** What came of a letter that was sent to try the settings. No word of the server's: it may be anybody's (attack 78). */
export type MailVerdict =
  | "ok"
  /** No such name, nobody answers, or not in time. */
  | "unreachable"
  /** No encryption, or a certificate that is not the server's. */
  | "tls"
  /** User or password is refused. */
  | "auth_failed"
  /** The server does not take the letter: the sender or the recipient does not please it. */
  | "refused";

export function verdictOf(answer: MailAnswer): MailVerdict {
  switch (answer.kind) {
    case "accepted":
      return "ok";
    case "bounced":
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
