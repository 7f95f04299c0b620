import { isIP } from "node:net";
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { answerOfFailure, type MailAnswer, type SmtpFailure } from "./mail-answers.ts";
import type { MailGuard } from "./mail-guard.server.ts";
import { attachmentName, headerLine, isPlainAddress, type MailMessage, mailHost } from "./mail-message.ts";

export type MailSettings = {
  readonly host: string;
  readonly port: number;
  /** TLS is required: from the first byte, or by STARTTLS. `loopback` is the demo's own mailbox on this machine. */
  readonly security: "tls" | "starttls" | "loopback";
  readonly signIn?: { readonly user: string; readonly password: string };
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo?: string;
  /** Milliseconds; only tests set them. */
  readonly timeouts?: Partial<typeof defaultTimeouts>;
};

export type Mail = {
  /** Hands one email to the mail server and resolves to the result. Never rejects; ends within 2 minutes. */
  send(message: MailMessage): Promise<MailAnswer>;
  /** A connection for several emails, one after another. The caller closes it. */
  openConnection(): MailConnection;
};

export type MailConnection = {
  /** As `Mail.send`; the next email waits until this one has its answer. A failure concerns one email only. */
  send(message: MailMessage): Promise<MailAnswer>;
  /** Ends the connection politely, without waiting for the server. */
  close(): void;
};

/**
 * Milliseconds. nodemailer's own defaults are 2 minutes, 30 seconds and 10 minutes. A server that sends a byte a
 * second would outlive all three, so `whole` limits the whole email.
 */
const defaultTimeouts = { connect: 10_000, greeting: 10_000, socket: 30_000, whole: 120_000 };

/** Servers count the emails of a connection, and some hang up at a hundred. */
const lettersPerConnection = 90;

/**
 * The adapter for the mail server. A connection is kept for the next email only if the server accepted the one
 * before. Every connection goes to the address that `guard` has just checked, even if the name resolves differently
 * now. Only the demo's mailbox on this machine needs no guard.
 */
export function openMail(settings: MailSettings, guard: MailGuard | null = null): Mail {
  if (settings.security === "loopback" && !["127.0.0.1", "::1"].includes(settings.host))
    throw new RangeError("only a server on this machine may be used without TLS");
  if (settings.security !== "loopback" && !guard) throw new TypeError("a server elsewhere needs a guard");
  // This composer can neither open files nor fetch addresses, even if a message asks for it.
  const writer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const openConnection = (): MailConnection => {
    let keptConnection: ServerConnection | undefined;
    const send = async (message: MailMessage): Promise<MailAnswer> => {
      if (!isPlainAddress(message.to)) return { kind: "bounced", reason: "EENVELOPE not a plain address" };
      const { message: bytes } = await writer.sendMail(messageOptions(settings, message));
      if (keptConnection && !keptConnection.mayTakeMore()) {
        keptConnection.quit();
        keptConnection = undefined;
      }
      const answer = await keptConnection?.sendOne(message.to, bytes as Buffer);
      if (answer && answer !== "stale") return answer;
      const server = guard
        ? await guard.findAddress(settings.host, settings.port)
        : ({ kind: "open", addresses: [settings.host] } as const);
      let lastAnswer: MailAnswer = {
        kind: "retry",
        step: "reach",
        reason: `EHOST ${server.kind}`,
        isShared: "yes",
      };
      if (server.kind !== "open") return lastAnswer;
      for (const address of server.addresses) {
        keptConnection = connect(settings, address);
        const answer = await keptConnection.sendOne(message.to, bytes as Buffer);
        if (answer === "stale") throw new Error("a connection cannot be stale at its first email");
        lastAnswer = answer;
        if (lastAnswer.kind !== "retry" || lastAnswer.step !== "reach") break;
      }
      return lastAnswer;
    };
    return { send, close: () => keptConnection?.quit() };
  };
  return {
    openConnection,
    async send(message) {
      const connection = openConnection();
      return connection.send(message).finally(() => connection.close());
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
      // RFC 8058: a mail program may offer "unsubscribe" as one click, which posts to this address.
      ...(message.unsubscribeUrl
        ? {
            // RFC 2919: mail programs sort emails by this header
            "List-Id": `<newsletter.${mailHost(message.unsubscribeUrl)}>`,
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

type ServerConnection = {
  /** `stale`: the server had closed a kept connection before it read a byte of this email. */
  sendOne(to: string, message: Buffer): Promise<MailAnswer | "stale">;
  mayTakeMore(): boolean;
  quit(): void;
};

/** One connection to the server, opened with the first email. */
function connect(settings: MailSettings, address: string): ServerConnection {
  const { host, port, security, signIn, from } = settings;
  const limits = { ...defaultTimeouts, ...settings.timeouts };
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
  let [isGreeted, isOver, sentCount] = [false, false, 0];
  /** The email being sent: whether the server began to read it, and the callback for its answer. */
  let currentLetter: { isHeard: boolean; end(answer: MailAnswer | "stale"): void } | undefined;
  const fail = (error: SmtpFailure) => {
    isOver = true;
    const isStale = sentCount > 0 && currentLetter?.isHeard === false && isHangUp(error);
    currentLetter?.end(isStale ? "stale" : answerOfFailure(error));
    connection.close();
  };
  // These listeners stay after the last email, so that a later error of the server does not end the process.
  connection.on("error", fail);
  connection.once("end", () => fail(new Error("the connection ended")));

  return {
    sendOne: (to, message) =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => {
          isOver = true;
          currentLetter?.end({
            kind: "retry",
            step: isGreeted ? "hand_over" : "reach",
            reason: "ETIMEDOUT the server took too long",
            isShared: isGreeted ? "no" : "yes",
          });
          connection.close();
        }, limits.whole);
        const thisLetter = {
          isHeard: false,
          end(answer: MailAnswer | "stale") {
            clearTimeout(deadline);
            currentLetter = undefined;
            resolve(answer);
          },
        };
        currentLetter = thisLetter;
        // nodemailer reads the text only after the server has asked for it.
        const text = new Readable({
          read() {
            thisLetter.isHeard = true;
            this.push(message);
            this.push(null);
          },
        });
        const sendNow = () =>
          connection.send({ from: from.address, to: [to], size: message.length }, text, (error) => {
            if (error) return fail(error);
            sentCount += 1;
            if (currentLetter === thisLetter) thisLetter.end({ kind: "accepted" });
          });
        if (isGreeted) return sendNow();
        connection.connect((error) => {
          if (error) return fail(error);
          isGreeted = true;
          if (!signIn) return sendNow();
          connection.login({ user: signIn.user, pass: signIn.password }, (refusal) =>
            refusal ? fail(refusal) : sendNow(),
          );
        });
      }),
    mayTakeMore: () => !isOver && sentCount < lettersPerConnection,
    quit() {
      if (isOver) return;
      isOver = true;
      connection.quit();
    },
  };
}

/** Whether the server hung up, or announced it (421). That is no answer about an email. */
function isHangUp({ code, responseCode }: SmtpFailure): boolean {
  return responseCode === undefined ? code !== "ETIMEDOUT" : responseCode === 421;
}
