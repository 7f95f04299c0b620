import { isIP } from "node:net";
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { answerOfFailure, type MailAnswer, type SmtpFailure } from "./mail-answers.ts";
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
  /** For one letter after another over the same connection. The caller closes it. */
  openLine(): MailLine;
};

export type MailLine = {
  /** As `Mail.send`; the next letter waits until this one has its answer. What fails, fails for one letter. */
  send(message: MailMessage): Promise<MailAnswer>;
  /** Takes leave of the server, without waiting for it. */
  close(): void;
};

/** nodemailer's own are 2 minutes, 30 seconds, 10 minutes; a byte a second would outlive all three, hence `whole`. */
const patience = { connect: 10_000, greeting: 10_000, socket: 30_000, whole: 120_000 };

/** Servers count the letters of a connection, and some hang up at a hundred. */
const lettersPerConnection = 90;

/**
 * The door to the mail server. A connection is kept for a line's next letter only after the server took the one
 * before. Every connection goes to the address that `guard` has just looked at, whatever the name may mean a moment later; the demo's own mailbox on
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
  const openLine = (): MailLine => {
    let kept: Connection | undefined;
    const send = async (message: MailMessage): Promise<MailAnswer> => {
      if (!isPlainAddress(message.to)) return { kind: "bounced", reason: "EENVELOPE not a plain address" };
      const { message: bytes } = await writer.sendMail(messageOptions(settings, message));
      if (kept && !kept.takesMore()) {
        kept.quit();
        kept = undefined;
      }
      const answer = await kept?.hand(message.to, bytes as Buffer);
      if (answer && answer !== "stale") return answer;
      const way = guard
        ? await guard.findWay(settings.host, settings.port)
        : ({ kind: "open", address: settings.host } as const);
      if (way.kind !== "open") return { kind: "retry", step: "reach", reason: `EHOST ${way.kind}` };
      kept = connect(settings, way.address);
      const first = await kept.hand(message.to, bytes as Buffer);
      if (first === "stale") throw new Error("a connection cannot be stale at its first letter");
      return first;
    };
    return { send, close: () => kept?.quit() };
  };
  return {
    openLine,
    async send(message) {
      const line = openLine();
      return line.send(message).finally(() => line.close());
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

type Connection = {
  /** `stale`: the server had let go of a kept connection before it heard a word of this letter. */
  hand(to: string, message: Buffer): Promise<MailAnswer | "stale">;
  takesMore(): boolean;
  quit(): void;
};

/** One connection to the server, begun with the first letter. */
function connect(settings: MailSettings, address: string): Connection {
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
  let [isGreeted, isOver, taken] = [false, false, 0];
  /** The letter under way: whether the server began to read it, and who waits for its answer. */
  let letter: { isHeard: boolean; end(answer: MailAnswer | "stale"): void } | undefined;
  const fail = (error: SmtpFailure) => {
    isOver = true;
    const isStale = taken > 0 && letter?.isHeard === false && letGo(error);
    letter?.end(isStale ? "stale" : answerOfFailure(error));
    connection.close();
  };
  // They stay on between letters and after the last: what a server does then is no matter of ours.
  connection.on("error", fail);
  connection.once("end", () => fail(new Error("the connection ended")));

  return {
    hand: (to, message) =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => {
          isOver = true;
          letter?.end({
            kind: "retry",
            step: isGreeted ? "hand_over" : "reach",
            reason: "ETIMEDOUT the server took too long",
          });
          connection.close();
        }, limits.whole);
        const own = {
          isHeard: false,
          end(answer: MailAnswer | "stale") {
            clearTimeout(deadline);
            letter = undefined;
            resolve(answer);
          },
        };
        letter = own;
        // read by nodemailer only once the server asked for it
        const text = new Readable({
          read() {
            own.isHeard = true;
            this.push(message);
            this.push(null);
          },
        });
        const sendNow = () =>
          connection.send({ from: from.address, to: [to], size: message.length }, text, (error) => {
            if (error) return fail(error);
            taken += 1;
            if (letter === own) own.end({ kind: "accepted" });
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
    takesMore: () => !isOver && taken < lettersPerConnection,
    quit() {
      if (isOver) return;
      isOver = true;
      connection.quit();
    },
  };
}

/** The server hung up or said that it does (421), not something about a letter. */
function letGo({ code, responseCode }: SmtpFailure): boolean {
  return responseCode === undefined ? code !== "ETIMEDOUT" : responseCode === 421;
}
