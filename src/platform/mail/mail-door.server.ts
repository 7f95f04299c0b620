import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { answerOfFailure, type MailAnswer } from "./mail-answers.ts";
import type { MailGuard } from "./mail-guard.server.ts";
import { attachmentName, headerLine, isPlainAddress, type MailMessage } from "./mail-message.ts";

export type MailSettings = {
  readonly host: string;
  readonly port: number;
  /** TLS is a must: from the first byte, or by STARTTLS. `loopback` is the demo's own mailbox on this machine. */
  readonly security: "tls" | "starttls" | "loopback";
  readonly signIn?: { readonly user: string; readonly password: string };
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo?: string;
  /** Milliseconds; only tests are as impatient as to set them. */
  readonly patience?: Partial<typeof patience>;
};

export type Mail = {
  /** Hands one letter to the mail server and says what became of it. Never rejects; ends within 2 minutes. */
  send(message: MailMessage): Promise<MailAnswer>;
};

/** nodemailer's own are 2 minutes, 30 seconds, 10 minutes; a byte a second would outlive all three, hence `whole`. */
const patience = { connect: 10_000, greeting: 10_000, socket: 30_000, whole: 120_000 };

/**
 * The door to the mail server. One connection per letter: what fails, fails for one letter. Every connection goes to
 * the address that `guard` has just looked at, whatever the name may mean a moment later; the demo's own mailbox on
 * this machine alone needs no guard.
 */
export function openMail(settings: MailSettings, guard: MailGuard | null = null): Mail {
  if (settings.security === "loopback" && !["127.0.0.1", "::1"].includes(settings.host))
    throw new RangeError("only the machine itself is spoken to without TLS");
  if (settings.security !== "loopback" && !guard) throw new TypeError("a server elsewhere needs a guard");
  // This writer of messages can neither open files nor fetch addresses, whatever a message asks for.
  const writer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      if (!isPlainAddress(message.to)) return { kind: "bounced", reason: "EENVELOPE not a plain address" };
      const { message: bytes } = await writer.sendMail(messageOptions(settings, message));
      const way = guard
        ? await guard.findWay(settings.host, settings.port)
        : ({ kind: "open", address: settings.host } as const);
      if (way.kind !== "open") return { kind: "retry", step: "reach", reason: `EHOST ${way.kind}` };
      return hand(settings, way.address, message.to, bytes as Buffer);
    },
  };
}

function messageOptions({ from, replyTo }: MailSettings, message: MailMessage) {
  return {
    from: { name: headerLine(from.name), address: from.address },
    to: { name: "", address: message.to },
    ...(replyTo && isPlainAddress(replyTo) ? { replyTo: { name: "", address: replyTo } } : {}),
    subject: headerLine(message.subject),
    html: message.html,
    text: message.text,
    messageId: headerLine(message.messageId),
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      // RFC 8058: a mail program may offer "unsubscribe" as one press, which posts to this address
      ...(message.unsubscribeUrl
        ? {
            "List-Unsubscribe": `<${headerLine(message.unsubscribeUrl)}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }
        : {}),
    },
    attachments: (message.attachments ?? []).map(({ filename, contentType, content, cid }) => ({
      filename: attachmentName(filename),
      contentType: headerLine(contentType),
      content: Buffer.from(content),
      ...(cid ? { cid: headerLine(cid), contentDisposition: "inline" as const } : {}),
    })),
  };
}

function hand(settings: MailSettings, address: string, to: string, message: Buffer): Promise<MailAnswer> {
  const { host, port, security, signIn, from } = settings;
  const limits = { ...patience, ...settings.patience };
  const connection = new SMTPConnection({
    host: address,
    ...(isIP(host) ? {} : { servername: host }),
    port,
    name: from.address.split("@")[1] ?? "localhost",
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "loopback",
    connectionTimeout: limits.connect,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    dnsTimeout: limits.connect,
    socketCloseTimeout: 1000,
  });
  return new Promise((resolve) => {
    let isOver = false;
    let isGreeted = false;
    const end = (answer: MailAnswer) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(deadline);
      if (answer.kind === "accepted") connection.quit();
      else connection.close();
      resolve(answer);
    };
    const fail = (error: Error) => end(answerOfFailure(error));
    const deadline = setTimeout(() => {
      end({
        kind: "retry",
        step: isGreeted ? "hand_over" : "reach",
        reason: "ETIMEDOUT the server took too long",
      });
    }, limits.whole);
    // After the answer it stays on: what a server does once it has taken the letter is no matter of ours.
    connection.on("error", fail);
    connection.once("end", () => fail(new Error("the connection ended")));
    const sendNow = () =>
      connection.send({ from: from.address, to: [to], size: message.length }, message, (error) =>
        error ? fail(error) : end({ kind: "accepted" }),
      );
    connection.connect((error) => {
      if (error) return fail(error);
      isGreeted = true;
      if (!signIn) return sendNow();
      connection.login({ user: signIn.user, pass: signIn.password }, (refusal) =>
        refusal ? fail(refusal) : sendNow(),
      );
    });
  });
}
