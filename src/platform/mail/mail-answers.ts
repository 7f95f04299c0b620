/** The result of sending an email. */
export type MailAnswer =
  /** The mail server accepted it (250). */
  | { readonly kind: "accepted" }
  /** Try again later: no connection, no TLS, too slow, a 4xx. */
  | { readonly kind: "retry"; readonly step: MailStep; readonly reason: string; readonly isShared: Shared }
  /** This email will never be accepted: there is no such mailbox, or the email is too large. */
  | { readonly kind: "bounced"; readonly reason: string }
  /**
   * Refused for good, but not because of the mailbox: our sender, our right to relay, our quota, or no reason given.
   * `isOfAll`: the server said so before it knew a recipient. Afterwards the same words may concern this recipient
   * alone, whom perhaps a stranger chose.
   */
  | { readonly kind: "refused"; readonly reason: string; readonly isOfAll: boolean }
  /** Our name or password is refused: every other email would be refused as well. */
  | { readonly kind: "auth_failed"; readonly reason: string };

/**
 * Whether every other email would be answered the same. "perhaps": the words say so, but the server knew the
 * recipient, whom perhaps a stranger chose.
 */
type Shared = "yes" | "perhaps" | "no";

/** The step that failed: reaching the server, securing the connection, signing in, handing over the email. */
type MailStep = "reach" | "secure" | "sign_in" | "hand_over";

/** nodemailer's description of a failure: the step, and the server's own answer. */
export type SmtpFailure = {
  readonly code?: string | undefined;
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly message: string;
};

const signInCodes = new Set([530, 534, 535, 538]);
const messageCommands = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/** Enhanced codes (RFC 3463) without their first digit. The words are of Postfix, Exchange, Gmail and others. */
const mailboxCodes = /^(1\.(?![78]$)\d+|2\.[12]|3\.4)$/;
const mailboxWords =
  /unknown user|user unknown|no such (user|mailbox|recipient)|mailbox|does ?n.t exist|not exist|over quota|message.*(size|large)/i;
const greylisting = /gr[ae]y.?list/i;
const senderWords =
  /sender (address )?(rejected|refused|denied|not)|send ?as ?denied|relay(ing)? (access|not|denied|is)|(not|unable to) relay|not (allowed|permitted|authori[sz]ed) to send/i;
const rateWords = /quota|limit|too (many|fast|much)|exceed|throttl|\brate\b|slow down/i;

/** Whether an answer is about the mailbox, or about the email's size. */
function saysMailbox(message: string): boolean {
  const code = enhancedCodeIn(message);
  return mailboxCodes.test(code) || (code === "" && mailboxWords.test(message));
}

/** Whether a temporary refusal would also meet every other email. */
function isShared({ command = "CONN", responseCode, message }: SmtpFailure): Shared {
  if (!messageCommands.has(command)) return "yes";
  if (responseCode === undefined || greylisting.test(message) || saysMailbox(message)) return "no";
  if (command === "MAIL FROM") return "yes";
  const code = enhancedCodeIn(message);
  return responseCode === 421 || /^[37]\./.test(code) || rateWords.test(message) ? "perhaps" : "no";
}

const enhancedCodeIn = (message: string) =>
  /(?<![\d.])[45]\.(\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(message)?.[1] ?? "";

/** Whether a permanent refusal is about the mailbox alone, so that another try would get the same answer. */
export function isOfMailbox(reason: string): boolean {
  return !senderWords.test(reason) && saysMailbox(reason);
}

/** Whether a stored reason is about our name and password. */
export function isOfPassword(reason: string): boolean {
  return /^EAUTH|\b53[0458]\b/.test(reason);
}

/**
 * Classifies a failure. A refusal of our sign-in is never blamed on the email, at whatever step the server says it. A
 * refusal at the greeting may end by itself, so it is retried.
 */
export function answerOfFailure(failure: SmtpFailure): MailAnswer {
  const { code, command, responseCode = 0 } = failure;
  const reason = reasonOf(failure);
  if (signInCodes.has(responseCode) || (code === "EAUTH" && (responseCode >= 500 || responseCode === 0)))
    return { kind: "auth_failed", reason };
  // the server's greeting says how large an email may be, and this one is larger
  if (code === "EMESSAGE" && responseCode === 0) return { kind: "bounced", reason };
  if (responseCode >= 500 && messageCommands.has(command ?? ""))
    return isOfMailbox(failure.message)
      ? { kind: "bounced", reason }
      : { kind: "refused", reason, isOfAll: command === "MAIL FROM" };
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
