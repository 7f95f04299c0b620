/** What became of a letter at the mail server. */
export type MailAnswer =
  /** The server took it over (250). */
  | { readonly kind: "accepted" }
  /** Not now: no connection, no TLS, too slow, a 4xx, or a refusal of us rather than of this letter. */
  | { readonly kind: "retry"; readonly step: MailStep; readonly reason: string }
  /** This letter will never be taken: no such mailbox, or its content is refused. */
  | { readonly kind: "bounced"; readonly reason: string }
  /** Our name or password is refused: every other letter would be, too. */
  | { readonly kind: "auth_failed"; readonly reason: string };

/** How far it went: to the server, to a connection that nobody reads, to the letter itself. */
export type MailStep = "reach" | "secure" | "sign_in" | "hand_over";

/** What nodemailer tells about a failure: which step, and the server's own answer. */
export type SmtpFailure = {
  readonly code?: string | undefined;
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly message: string;
};

const signInWanted = new Set([530, 534, 535, 538]);
const aboutTheLetter = new Set(["RCPT TO", "DATA"]);

/**
 * Sorts a failure. A permanent refusal (5xx) bounces the letter only when it answers its recipient or its content; one
 * that answers the greeting or the sender says something about us, and later letters may fare better.
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
