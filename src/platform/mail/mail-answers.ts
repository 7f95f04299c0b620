/** The result of sending an email. */
export type MailAnswer =
  /** The mail server accepted it (250). */
  | { readonly kind: "accepted" }
  /** Try again later: no connection, no TLS, too slow, a 4xx. `isShared`: every other email would be answered the same. */
  | { readonly kind: "retry"; readonly step: MailStep; readonly reason: string; readonly isShared: boolean }
  /** This email will never be accepted: no such mailbox, or its content. `isDoubtful`: the server does not say why. */
  | { readonly kind: "bounced"; readonly reason: string; readonly isDoubtful: boolean }
  /** We are refused, for good: our sender, our right to relay, our quota. Every other email would be refused as well. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Our name or password is refused: every other email would be refused as well. */
  | { readonly kind: "auth_failed"; readonly reason: string };

/** The step that failed: reaching the server, securing the connection, signing in, handing over the email. */
type MailStep = "reach" | "secure" | "sign_in" | "hand_over";

/** nodemailer's description of a failure: the step, and the server's own answer. */
export type SmtpFailure = {
  readonly code?: string | undefined;
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly message: string;
};

const signInWanted = new Set([530, 534, 535, 538]);
const handingOver = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/** Enhanced codes (RFC 3463) without their first figure; the words are those of Postfix, Exchange, Gmail and others. */
const ofMailbox = /^(1\.(?![78]$)\d+|2\.[12]|3\.4)$/;
const mailboxWords =
  /unknown user|user unknown|no such (user|mailbox|recipient)|mailbox|does ?n.t exist|not exist|over quota|message.*(size|large)/i;
const greylisting = /gr[ae]y.?list/i;
const ofUs = /^(7\.\d+|4\.5|2\.0|2\.252|1\.[78])$/;
const senderWords =
  /sender (address )?(rejected|refused|denied|not)|send ?as ?denied|relay(ing)? (access|not|denied|is)|(not|unable to) relay|not (allowed|permitted|authori[sz]ed) to send/i;
/** Words of Postfix and Exchange for an address that they refuse whoever writes to it; their code is that of a refusal of us. */
const recipientWords = /recipient (address )?rejected: access denied/i;
const rateWords = /quota|limit|too (many|fast|much)|exceed|throttl|\brate\b|slow down/i;

/** Whether a refusal for good is about us, the email, or does not say. */
function subjectOf({ command, message }: SmtpFailure): "us" | "email" | "unsaid" {
  const code = enhancedCodeIn(message);
  if (recipientWords.test(message)) return "unsaid";
  if (ofUs.test(code) || senderWords.test(message)) return "us";
  if (ofMailbox.test(code) || (code === "" && mailboxWords.test(message))) return "email";
  return command === "MAIL FROM" || (code === "" && rateWords.test(message)) ? "us" : "unsaid";
}

/** Whether a refusal for now would meet every other email. */
function isShared({ command = "CONN", responseCode, message }: SmtpFailure): boolean {
  if (!handingOver.has(command)) return true;
  if (responseCode === undefined || greylisting.test(message)) return false;
  const code = enhancedCodeIn(message);
  if (ofMailbox.test(code) || (code === "" && mailboxWords.test(message))) return false;
  return responseCode === 421 || command === "MAIL FROM" || /^[37]\./.test(code) || rateWords.test(message);
}

const enhancedCodeIn = (message: string) =>
  /(?<![\d.])[45]\.(\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(message)?.[1] ?? "";

/** Whether the stored reason of a bounced email is its mailbox's own, and another try would be answered the same. */
export function isOfMailbox(reason: string): boolean {
  return subjectOf({ message: reason }) === "email";
}

/** Whether a stored reason is about our name and password. */
export function isOfPassword(reason: string): boolean {
  return /^EAUTH|\b53[0458]\b/.test(reason);
}

/**
 * Classifies a failure. What a server refuses about us is no matter of the email that met it, at whatever step it says so.
 * A refusal at the greeting may end by itself.
 */
export function answerOfFailure(failure: SmtpFailure): MailAnswer {
  const { code, command, responseCode = 0 } = failure;
  const reason = reasonOf(failure);
  if (signInWanted.has(responseCode) || (code === "EAUTH" && (responseCode >= 500 || responseCode === 0)))
    return { kind: "auth_failed", reason };
  // the server's greeting says how large an email may be
  if (code === "EMESSAGE" && responseCode === 0) return { kind: "bounced", reason, isDoubtful: false };
  if (responseCode >= 500 && handingOver.has(command ?? "")) {
    const subject = subjectOf(failure);
    if (subject === "us") return { kind: "refused", reason };
    return { kind: "bounced", reason, isDoubtful: subject === "unsaid" };
  }
  return { kind: "retry", step: stepOf(failure), reason, isShared: isShared(failure) };
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
