/** The result of sending an email. */
export type MailAnswer =
  /** The mail server accepted it (250). */
  | { readonly kind: "accepted" }
  /** Try again later: no connection, no TLS, too slow, a 4xx, or a refusal of us rather than of this email. */
  | { readonly kind: "retry"; readonly step: MailStep; readonly reason: string }
  /** This email will never be accepted: no such mailbox, or its content is refused. */
  | { readonly kind: "bounced"; readonly reason: string }
  /** Our name or password is refused: every other email would be refused as well. */
  | { readonly kind: "auth_failed"; readonly reason: string };

/** The step that failed: reaching the server, securing the connection, signing in, handing over the email. */
export type MailStep = "reach" | "secure" | "sign_in" | "hand_over";

/** nodemailer's description of a failure: the step, and the server's own answer. */
export type SmtpFailure = {
  readonly code?: string | undefined;
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly message: string;
};

const signInWanted = new Set([530, 534, 535, 538]);
const aboutTheLetter = new Set(["RCPT TO", "DATA"]);

/**
 * Classifies a failure. A permanent refusal (5xx) bounces the email only when it answers the recipient or the content.
 * A refusal at the greeting or of the sender is about us, so later emails may succeed.
 */
export function answerOfFailure(failure: SmtpFailure): MailAnswer {
  const { code, command, responseCode = 0 } = failure;
  const reason = reasonOf(failure);
  if (signInWanted.has(responseCode) || (code === "EAUTH" && (responseCode >= 500 || responseCode === 0)))
    return { kind: "auth_failed", reason };
  if (responseCode >= 500 && aboutTheLetter.has(command ?? "")) return { kind: "bounced", reason };
  return { kind: "retry", step: stepOf(failure), reason };
}

function stepOf({ code, command = "CONN", message }: SmtpFailure): MailStep {
  if (code === "EAUTH") return "sign_in";
  if (
    code === "ETLS" ||
    command === "STARTTLS" ||
    /certificate|self.signed|\b(SSL|TLS|STARTTLS)\b/i.test(message)
  )
    return "secure";
  return ["CONN", "EHLO", "HELO"].includes(command) ? "reach" : "hand_over";
}

/** One line for administrators, without the addresses that servers like to repeat. */
function reasonOf({ code, responseCode, message }: SmtpFailure): string {
  const words = message
    .replace(/\S+@\S+/g, "(adresă)")
    .replace(/[^\p{L}\p{N}\p{P}\p{Zs}]+/gu, " ")
    .slice(0, 200);
  return [code, responseCode, words].filter(Boolean).join(" ");
}
